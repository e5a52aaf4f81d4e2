import { Toasts } from "../parts/toasts.tsx";
import { reach } from "../reach.ts";
import { route } from "../router.ts";
import { locked, may, me, servesStation, shift, site, withoutShift } from "../session.ts";
import { isUnsaved } from "../unsaved.ts";
import { AdminDoor } from "./admin-door.tsx";
import { CloseShift } from "./close-shift.tsx";
import { Lock } from "./lock.tsx";
import { OpenShift } from "./open-shift.tsx";
import { Password } from "./password.tsx";
import { Report } from "./report.tsx";
import { Shell } from "./shell.tsx";
import { SignIn } from "./sign-in.tsx";
import { Starting } from "./starting.tsx";
import { Validate } from "./validate/page.tsx";
import { WhereSignedIn } from "./where-signed-in.tsx";
import { Workbench } from "./workbench.tsx";

/** Which screen there is: first what the booth can do, then who is here, then where they went. */
export function App() {
  return (
    <>
      <Screen />
      <Toasts />
    </>
  );
}

/** What is typed and not saved outlasts a lock, out of sight. */
function Screen() {
  if (me.value === undefined) return <Starting />;
  if (me.value === null) return reach.value.up ? <SignIn /> : <Starting />;
  if (site.value === null || shift.value === undefined) return <Starting />;
  return (
    <>
      {locked.value ? <Lock /> : null}
      {locked.value && !isUnsaved.value ? null : (
        <Shell hidden={locked.value}>
          <Place />
        </Shell>
      )}
    </>
  );
}

function Place() {
  const [area, what, id] = route.value;
  if (area === "shift" && what === "close") return <CloseShift />;
  if (area === "shift" && what === "report" && id !== undefined) return <Report key={id} id={id} />;
  if (area === "shift" && what === "open" && shift.value === null) return <OpenShift />;
  if (area === "password") return what === "sign-ins" ? <WhereSignedIn /> : <Password />;
  if (area === "admin") return <AdminDoor />;
  if (area === "validate" || servesStation()) return <Validate />;
  return needsShift() ? <OpenShift /> : <Workbench />;
}

/** Who takes money is asked for a shift first; they may say that they want none now. */
function needsShift(): boolean {
  return shift.value === null && !withoutShift.value && may("payment:create", "shift:create");
}
