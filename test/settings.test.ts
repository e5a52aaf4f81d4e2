import assert from "node:assert/strict";
import { suite } from "uvu";
import { SettingsError } from "../common/node/settings.ts";
import { readBoothSettings } from "../daemon/settings.ts";
import { TEST_KEYS } from "./helpers/booth.ts";

const settings = suite("settings");

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readBoothSettings(env, { version: "test" });
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    for (const value of Object.values(env)) if (value.length > 20) assert.ok(!error.message.includes(value));
    return error.problems;
  }
}

settings("names every problem in one message with what would be accepted, and no secret", () => {
  const problems = problemsOf({
    PORT: "eighty",
    EVENT_SIGNING_KEY: "a secret that is no key, and must not be shown",
    SESSION_SECRET: "the same secret for two things, which is refused",
    COLLECTOR_TOKEN: "the same secret for two things, which is refused",
    MODULES_ENTITLED: "parking,constructor",
    COLLECTOR_URL: "ftp://example",
    LOG_LEVEL: "toString",
  });
  assert.deepEqual(problems.map((problem) => problem.split(":")[0]).sort(), [
    "COLLECTOR_URL",
    "EVENT_SIGNING_KEY",
    "LOG_LEVEL",
    "MODULES_ENTITLED",
    "PORT",
    "SESSION_SECRET",
  ]);
  for (const problem of problems) assert.match(problem, /expected /);
});

settings("refuses a session secret that any other key has", () => {
  for (const name of ["EVENT_SIGNING_KEY", "BACKUP_KEY", "COLLECTOR_TOKEN"]) {
    const problems = problemsOf({
      ...TEST_KEYS,
      [name]: TEST_KEYS.EVENT_SIGNING_KEY,
      SESSION_SECRET: TEST_KEYS.EVENT_SIGNING_KEY,
    });
    assert.ok(problems.includes("SESSION_SECRET: expected a value that no other key has"), name);
  }
});

settings("takes as origins what a client can send, and refuses what would never match", () => {
  const problemOf = (origins: string) => problemsOf({ ...TEST_KEYS, WS_ALLOWED_ORIGINS: origins });
  const sound = [
    "https://booth7.local",
    "http://127.0.0.1:8080",
    "http://[::1]:8080",
    "tauri://localhost",
    "app://.",
    "file://",
  ];
  assert.deepEqual(problemOf(sound.join(" , ")), []);
  assert.deepEqual(problemOf(" , "), []);
  const bad = [
    "nope",
    "https://",
    "http://",
    "file:///",
    "file:",
    "://",
    "https://booth.example/",
    "https://booth.example/live",
    "//booth.example",
    "booth.example:8080",
    "https://*",
    "*",
    "null",
    "https://a b",
    "https://user@booth.example",
    "https://booth.example:port",
    "https://booth.example:99999",
  ];
  for (const origin of bad) {
    const problems = problemOf(`http://booth.test,${origin}`);
    assert.match(String(problems), /^WS_ALLOWED_ORIGINS: expected origins, .*scheme:\/\/host/, origin);
  }
});

settings("takes as the collector's address what can be asked, and refuses what cannot", () => {
  const problemsWith = (COLLECTOR_URL: string) => problemsOf({ ...TEST_KEYS, COLLECTOR_URL });
  for (const url of ["https://labels.example", "http://127.0.0.1:8090/", "http://[::1]:8090/labels?by=booth"])
    assert.deepEqual(problemsWith(url), []);
  for (const url of ["http://a:99999", "http://[::1", "https:///x", "https://", "http://a b", "labels.example:8090"])
    assert.match(String(problemsWith(url)), /^COLLECTOR_URL: expected an http or https address/, url);
});

settings("takes the keys of a booth as they are", () => {
  assert.deepEqual(problemsOf(TEST_KEYS), []);
});

settings.run();
