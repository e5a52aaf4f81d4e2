import {
  type ApiDocument,
  type Content,
  type Parameter,
  parameterOf,
  type Response,
  type Route,
  responseOf,
} from "./document.ts";
import { shapeOf } from "./shape.ts";

interface RouteProps {
  api: ApiDocument;
  route: Route;
  isHidden: boolean;
}

/** A sentence in which names stand between backticks. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}

/** One route, folded; open, all that can be sent to it and that it answers. */
export function RouteView({ api, route, isHidden }: RouteProps) {
  const { method, path, operation } = route;
  const parameters = operation.parameters.map((one) => parameterOf(api, one));
  return (
    <details class="route" id={operation.operationId} hidden={isHidden}>
      <summary>
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <code class="path">{path}</code>
        <span class="soft">
          <Prose text={operation.summary} />
        </span>
      </summary>
      <div class="inside">
        <p>
          <Prose text={operation.description} /> <a href={`#${operation.operationId}`}>#{operation.operationId}</a>
        </p>
        {parameters.length > 0 && <Parameters api={api} parameters={parameters} />}
        {operation.requestBody && (
          <>
            <h3>Body</h3>
            <Contents api={api} contents={operation.requestBody.content} />
          </>
        )}
        <h3>Answers</h3>
        {Object.entries(operation.responses).map(([status, response]) => (
          <Answer key={status} api={api} status={status} response={responseOf(api, response)} />
        ))}
      </div>
    </details>
  );
}

function Parameters({ api, parameters }: { api: ApiDocument; parameters: readonly Parameter[] }) {
  return (
    <>
      <h3>Parameters</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, in: place, required, schema, description }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{required ? `${place}, required` : place}</td>
              <td>
                <code>{shapeOf(api, schema)}</code> <Prose text={description ?? ""} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface ContentsProps {
  api: ApiDocument;
  contents: Record<string, Content>;
}

function Contents({ api, contents }: ContentsProps) {
  return (
    <>
      {Object.entries(contents).map(([type, { schema, example }]) => (
        <div key={type} class="content">
          <p class="soft">{type}</p>
          <pre>{shapeOf(api, schema)}</pre>
          {example !== undefined && (
            <>
              <p class="soft">For example</p>
              <pre>{JSON.stringify(example, null, 2)}</pre>
            </>
          )}
        </div>
      ))}
    </>
  );
}

interface AnswerProps {
  api: ApiDocument;
  status: string;
  response: Response;
}

function Answer({ api, status, response }: AnswerProps) {
  if (Number(status) < 400)
    return (
      <div class="answer">
        <p>
          <strong>{status}</strong> {response.description}
        </p>
        {response.content && <Contents api={api} contents={response.content} />}
      </div>
    );
  return (
    <div class="answer">
      <p>
        <strong>{status}</strong>
      </p>
      <ul>
        {response.description.split(", ").map((code) => (
          <li key={code}>
            <code>{code}</code> <span class="soft">{api.components.examples[code]?.value.message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
