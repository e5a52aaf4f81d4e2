import { type DoorkeeperSettings, openDoorkeeper } from "./doorkeeper.ts";
import { type HttpHardware, type Reply, startHttpDevice } from "./http-device.ts";

export interface RelayBoardSettings extends DoorkeeperSettings {
  /** 0 takes a free one. */
  port: number;
}

/** A simulated relay board with one relay: `/relay?turn=on|off`, `/relay?pulse=<ms>`, `/status` in JSON, `/state` in text. */
export interface RelayHardware extends HttpHardware {
  isOn(): boolean;
  /** Each state the relay was in, the first one too. */
  history: readonly boolean[];
  /** The contact sticks, or somebody switches it at the board. */
  force(on: boolean): void;
  expire(): void;
}

const JSON_TYPE = { "content-type": "application/json" };

/** Starts a relay board on loopback. */
export async function startRelayBoard(settings: RelayBoardSettings): Promise<RelayHardware> {
  const door = openDoorkeeper(settings);
  const history = [false];
  let ending: NodeJS.Timeout | undefined;
  const isOn = () => history.at(-1) === true;
  const turn = (on: boolean) => {
    clearTimeout(ending);
    if (on !== isOn()) history.push(on);
  };
  const pulse = (ms: number) => {
    turn(true);
    ending = setTimeout(() => turn(false), ms);
  };
  const switchBy = (query: URLSearchParams): Reply => {
    const [to, ms] = [query.get("turn"), Number(query.get("pulse") ?? Number.NaN)];
    if (to === "on" || to === "off") turn(to === "on");
    else if (ms > 0) pulse(ms);
    else return { status: 400, body: "turn=on, turn=off or pulse=<ms>" };
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ ison: isOn() }) };
  };
  const hardware = await startHttpDevice(settings.port, (asked) => {
    const stopped = door.stop(asked);
    if (stopped) return stopped;
    const { pathname, searchParams } = new URL(asked.target, "http://board");
    if (pathname === "/") return { status: 200, body: "a relay board" };
    if (pathname === "/relay")
      return switchBy(asked.method === "POST" ? new URLSearchParams(asked.body) : searchParams);
    if (pathname === "/status")
      return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ relays: [{ ison: isOn() }] }) };
    if (pathname === "/state") return { status: 200, body: `relay0=${isOn() ? "ON" : "OFF"}\r\n` };
    return { status: 404, body: "not here" };
  });
  return {
    ...hardware,
    history,
    isOn,
    force: turn,
    expire: door.expire,
    async close() {
      clearTimeout(ending);
      await hardware.close();
    },
  };
}
