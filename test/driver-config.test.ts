import assert from "node:assert/strict";
import { suite } from "uvu";
import { valueFromText } from "../common/drivers.ts";
import { defineDriver } from "../daemon/devices/define-driver.ts";
import { checkConfig, redactConfig } from "../daemon/devices/driver-config.ts";
import { bool, choice, duration, host, int, number, port, secret, text, url } from "../daemon/devices/fields.ts";

const driverConfig = suite("driver config");

const example = defineDriver({
  kind: "reader",
  id: "example",
  label: "Example",
  summary: "",
  status: "stub",
  capabilities: [],
  caveats: [],
  fields: [
    host("host", { label: "Host" }),
    port("port", { label: "Port", default: 502 }),
    int("coil", { label: "Coil", min: 0, max: 7 }),
    number("gain", { label: "Gain", required: false, min: 0.5 }),
    bool("inverted", { label: "Inverted", default: false }),
    choice("parity", ["even", "odd"], { label: "Parity", default: "even" }),
    text("name", { label: "Name", required: false }),
    url("callback", { label: "Callback", required: false }),
    secret("password", { label: "Password" }),
    duration("pulseMs", { label: "Pulse", default: 500, min: 100, max: 2000 }),
  ],
  open: () => ({ status: () => ({ state: "ready", message: null }), probe: async () => "here", close: async () => {} }),
});

const complete = { host: "10.0.0.21", coil: 3, password: "s3cret" };

driverConfig("a checked config has every default and nothing else", () => {
  const checked = checkConfig(example, complete);
  assert.deepEqual(checked, {
    ok: true,
    config: {
      host: "10.0.0.21",
      port: 502,
      coil: 3,
      inverted: false,
      parity: "even",
      password: "s3cret",
      pulseMs: 500,
    },
  });
});

driverConfig("a wrong config has one detail for each field, missing and unknown ones too", () => {
  const wrong = {
    host: "http://10.0.0.21",
    port: 0,
    coil: 1.5,
    gain: 0.1,
    inverted: "yes",
    parity: "none",
    callback: "file:///etc/passwd",
    pulseMs: 99,
    colour: "red",
    toString: 1,
  };
  const checked = checkConfig(example, wrong);
  assert.ok(!checked.ok);
  assert.deepEqual(
    Object.fromEntries(
      checked.details.map(({ path, message }) => [path.replace("devices.reader.config.", ""), message]),
    ),
    {
      host: "expected a host name or an address, such as 10.0.0.21",
      port: "expected a whole number from 1 to 65535",
      coil: "expected a whole number from 0 to 7",
      gain: "expected a number, at least 0.5",
      inverted: "expected true or false",
      parity: "expected one of even, odd",
      callback: "expected an http or https address, such as http://10.0.0.21/snapshot.jpg",
      password: "is missing; expected text",
      pulseMs: "expected a whole number from 100 to 2000",
      colour: "is not a setting of this driver",
      toString: "is not a setting of this driver",
    },
  );
  assert.equal(checked.details.length, 11);
});

driverConfig("a secret is shown as set, kept when it comes back so, and not invented", () => {
  const stored = { ...complete, password: "s3cret" };
  assert.deepEqual(redactConfig(example, stored).password, { set: true });
  assert.ok(!JSON.stringify(redactConfig(example, stored)).includes("s3cret"));
  assert.deepEqual(redactConfig(null, stored), {});
  const kept = checkConfig(example, { ...complete, password: { set: true } }, stored);
  assert.equal(kept.ok && kept.config.password, "s3cret");
  const invented = checkConfig(example, { ...complete, password: { set: true } });
  assert.ok(!invented.ok);
  assert.deepEqual(invented.details, [
    { path: "devices.reader.config.password", message: "expected the secret itself: none is stored" },
  ]);
  assert.ok(!checkConfig(example, { ...complete, host: { set: true } }, stored).ok, "only a secret can be kept so");
});

driverConfig("settings typed as text become values of their field's type, and what does not fit is refused", () => {
  const typed: Record<string, string> = {
    host: "10.0.0.21",
    port: "4001",
    coil: "3",
    inverted: "true",
    password: "12345",
  };
  const given = Object.fromEntries(
    example.fields.flatMap(({ name, type }) =>
      typed[name] === undefined ? [] : [[name, valueFromText(type, typed[name])]],
    ),
  );
  assert.deepEqual(given, { host: "10.0.0.21", port: 4001, coil: 3, inverted: true, password: "12345" });
  assert.ok(checkConfig(example, given).ok);
  assert.ok(!checkConfig(example, { ...given, port: valueFromText("port", "0x10") }).ok);
  assert.ok(!checkConfig(example, { ...given, inverted: valueFromText("bool", "yes") }).ok);
});

driverConfig.run();
