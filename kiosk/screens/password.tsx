import { useState } from "preact/hooks";
import { ApiError, put } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { EntryPad } from "../parts/entry-pad.tsx";
import { PasswordField } from "../parts/password-field.tsx";
import { typeText } from "../parts/typing.ts";
import { go } from "../router.ts";
import { errorText } from "../text/errors.ts";
import { t } from "../text/index.ts";
import { toast } from "../toasts.ts";
import { Full } from "./layout.tsx";

const FIELDS = ["current", "next", "again"] as const;
type FieldName = (typeof FIELDS)[number];
type Values = Readonly<Record<FieldName, string>>;

/** The old password and the new one, twice; other sign-ins of the same person end. */
export function Password() {
  const [values, setValues] = useState<Values>({ current: "", next: "", again: "" });
  const [active, setActive] = useState<FieldName>("current");
  const [wrong, setWrong] = useState<{ field: FieldName; text: string } | null>(null);
  const change = (field: FieldName, value: string) => {
    setValues({ ...values, [field]: value });
    setWrong(null);
  };
  const submit = async () => {
    if (values.next !== values.again) return setWrong({ field: "again", text: t("password.differ") });
    const refused = await changePassword(values);
    if (refused !== null) return setWrong(refused);
    toast(t("password.changed"));
    return go();
  };
  return (
    <Full
      title={t("password.title")}
      aside={
        <Button size="sm" onTap={() => go("password", "sign-ins")}>
          {t("sign_ins.title")}
        </Button>
      }
      actions={<Actions values={values} submit={submit} />}
    >
      <div class="change-password">
        <div class="fields">
          {FIELDS.map((field) => (
            <PasswordField
              key={field}
              label={t(`password.${field}`)}
              value={values[field]}
              onInput={(value) => change(field, value)}
              onFocus={() => setActive(field)}
              next={field !== "current"}
              error={wrong?.field === field ? wrong.text : null}
              {...(field === "next" ? { helper: t("password.rule") } : {})}
            />
          ))}
        </div>
        <EntryPad onKey={(key) => change(active, typeText(values[active], key))} />
      </div>
    </Full>
  );
}

function Actions({ values, submit }: { values: Values; submit: () => Promise<void> }) {
  const empty = FIELDS.some((field) => values[field] === "");
  return (
    <>
      <Button size="lg" onTap={() => go()}>
        {t("do.cancel")}
      </Button>
      <span class="space" />
      <Button
        size="lg"
        variant="primary"
        class="main"
        refusal={empty ? t("password.fill") : null}
        hint={t("password.hint")}
        onTap={submit}
      >
        {t("password.do")}
      </Button>
    </>
  );
}

/** Null when it is changed, otherwise which field is to blame and why. */
async function changePassword({ current, next }: Values): Promise<{ field: FieldName; text: string } | null> {
  try {
    await put("/api/auth/password", { current, next });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "bad_credentials")
      return { field: "current", text: t("sign_in.wrong_password") };
    return {
      field: "next",
      text: error instanceof ApiError && error.code === "invalid_input" ? t("password.rule") : errorText(error),
    };
  }
}
