package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.contact.AlteredService.ReceivedRequest;
import io.freightsdk.contact.AlteredService.SentResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * The program against a service with one deviation: it has the expected rows and no others, and
 * costs the expected amount. No request is sent more often than usual.
 */
class DeviatingServiceIT {
  /** The number of each request to the in-memory server. */
  private static Map<String, Long> usual;

  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  @BeforeAll
  static void countUsualRequests(@TempDir Path folder) {
    try (AlteredService ours = new AlteredService()) {
      ProgramRun.with(ours, folder, "--spend", "2.00");
      usual = counted(ours);
    }
  }

  /**
   * @param request the kind and number of the changed request
   * @param change the deviation
   * @param taken the amount that left the account; null for a run without paid calls
   * @param rows result, beginning of the fact, and beginning of the checks of each row
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          a new status                     | read 1         | put status "DISPATCHED"   | 1.34 | different: a value that is not described: `status` @ getLoadPosition
          a status in lower case           | read           | replace "PLANNED" => "planned" | 1.34 | broken: a value with another spelling: `status` @ getLoadPosition
          a stop type in lower case        | read           | replace "PICKUP" => "pickup" | 1.34 | broken: a value with another spelling: `stops[].type` @ getLoadPosition
          a 401 is HTML                    | wrong key      | answers 401 text/html     |      | broken: responds with 401 without JSON @ getPricing with a wrong key
          a price without its key          | list           | replace load_create => x  | 0.00 | broken: a price is missing or not an amount in USD: `load_create` @ getPricing. Not run: createLoad and
          a price as text                  | list           | replace 0.65 => "0.65"    | 0.00 | broken: string found, number expected: `prices.load_create` @ getPricing. Not run: createLoad and
          a price in cents                 | list           | replace 0.65 => 65        | 0.00 | broken: price `load_create` is 65.00 USD, perhaps cents @ getPricing. Not run: createLoad and
          another currency                 | list           | put currency "EUR"        | 0.00 | broken: a price is missing or not an amount in USD: `load_create`, `position_read` @ getPricing. Not run: createLoad and
          a price that no account has      | list           | replace 0.65 => 1e999999999 | 0.00 | broken: a price is missing or not an amount in USD: `load_create` @ getPricing. Not run: createLoad and
          a price of what is free          | list           | replace update":0.00 => update":"0.50" | | broken: string found, number expected: `prices.status_update` @ getPricing. Not run: updateLoadStatus
          a price that is listed too low   | list           | replace 0.65 => 0.60      | 0.65 | broken: costs 0.65 USD instead of 0.60 USD @ createLoad. Not run: createLoad twice
          a price list that changes later  | list 3         | replace 0.65 => 0.66      | 0.65 | not seen: the price list changes @ Not run: createLoad twice; ok: createLoad
          another spelling of the currency | list           | put currency "usd"        | 1.34 | different: must be the constant value 'USD': `currency` @ getPricing; ok: createLoad
          nulls where nothing was         | load           | put success null          | 1.34 | ok: createLoad
          times as numbers                 | read 1         | put createdAt 1764000000000 | 1.34 | broken: integer found, string expected: `createdAt` @ getLoadPosition
          times without an offset          | read 1         | put createdAt "2026-11-20T16:20:00" | 1.34 | broken: not a date-time: `createdAt` @ getLoadPosition
          a balance as text                | balance        | replace 25.00 => "25.00" |      | broken: string found, number expected: `balanceUsd` @ getBalance
          a wrong key is a 403             | wrong key      | status 403                |      | broken: responds with 403 instead of 401 @ getPricing with a wrong key
          a wrong key is right             | wrong key      | answers 200 {"currency":"USD","prices":{}} | | broken: responds with 200 to a call that it should refuse @ getPricing with a wrong key
          a status write is accepted       | status 1       | answers 200 {}            |      | broken: responds with 200 to a call that it should refuse @ updateLoadStatus
          a status write has another code  | status 1       | put code "MISSING_KEY"    |      | broken: the code is not STATUS_DOOR_CLOSED @ updateLoadStatus
          no such load is a 400            | confirmation 1 | status 400                |      | broken: responds with 400 instead of 404 @ confirmDelivery without a body
          no body is a 400                 | no body        | answers 400 {"error":"no body"} |  | broken: responds with 400 instead of 404 @ confirmDelivery without a body
          a body that is not JSON          | confirmation 1 | replace } =>              |      | broken: responds with 404 without JSON @ confirmDelivery without a body
          an early confirmation is taken   | confirmation 2 | answers 200 {"ok":true}   | 1.34 | broken: responds with 200 to a call that it should refuse @ confirmDelivery before
          ... or has no reason             | confirmation 2 | without reason            | 1.34 | broken: a member is missing: `reason` @ confirmDelivery before
          a refusal that costs             | creation 7     | takes 0.65                | 1.97 | broken: costs 0.65 USD instead of 0.00 USD @ createLoad with missing fields. Not run: createLoad with an invalid phone
          a wrong body that is sold        | creation 7     | sells                     | 1.97 | broken: charges for a call that it should refuse @ createLoad with missing fields. Not run
          fields that are not named        | creation 7     | put fields ["customerRef"] | 1.34 | broken: `fields` has neither @ createLoad with missing fields
          a wrong phone that is sold       | creation 8     | sells                     | 1.97 | broken: charges for a call that it should refuse @ createLoad with an invalid phone. Not run
          ... or has another code          | creation 8     | put code "MISSING_KEY"    | 1.34 | broken: the code is not INVALID_DRIVER_PHONE @ createLoad with an invalid phone
          ... or is an error of the service | creation 8    | answers 500 {"error":"oops"} | 1.34 | broken: responds with 500 instead of 400 @ createLoad with an invalid phone
          references are not trimmed       | creation 16    | sells                     | 1.99 | different: responds with 201 instead of 200 @ createLoad with a used reference and spaces
          another order is refused         | creation 10    | answers 422 {"error":"another order"} | 1.34 | different: responds with 422 instead of 201 @ createLoad with a used key and another order
          ... or buys another load         | creation 10    | sells                     | 1.99 | broken: creates another load for a repeated order @ createLoad with a used key and another order. Not run: createLoad with a used key of
          a body without JSON has no type  | creation 12    | answers 415 text/html     | 1.34 | different: responds with 415 instead of 400 @ createLoad that is not JSON
          the first creation is a 200      | creation 1     | status 200                | 1.34 | different: responds with 200 instead of 201 @ createLoad
          a missing member                 | creation 1     | without driverAppLink     | 1.34 | broken: a member is missing: `driverAppLink` @ createLoad
          an id that is a number           | load           | number loadId             | 1.34 | different: integer found, string expected: `loadId` @ createLoad, createLoad twice concurrently with one key, createLoad with a used key, createLoad with a used reference, createLoad with a used key and reference; ok: client: createLoad with a used reference
          links without a host             | load           | links     | 1.34 | broken: not a uri: `trackingLink`, `driverWebLink` @ createLoad, createLoad twice concurrently with one key, createLoad with a used key, createLoad with a used reference, createLoad with a used key and reference; ok: client: createLoad with a used reference
          errors within errors             | refused        | nested                    | 1.34 | broken: the `error` of a refusal is not a text @ updateLoadStatus, confirmDelivery without a body, confirmDelivery before arrival, getLoadPosition of an unknown load, createLoad with missing fields, createLoad with an invalid phone, createLoad that is not JSON, createLoad with missing fields and an invalid phone, createLoad with missing fields and a date without an offset, createLoad with missing fields and a space in its key, getPricing with a wrong key
          errors within errors, for free   | refused        | nested                    |      | broken: the `error` of a refusal is not a text @ updateLoadStatus, confirmDelivery without a body, getPricing with a wrong key
          error pages of a framework       | refused        | pages                     | 1.34 | broken: a refusal that the client does not recognize @ updateLoadStatus, confirmDelivery without a body, getLoadPosition of an unknown load, createLoad with missing fields, createLoad with an invalid phone, createLoad that is not JSON, createLoad with missing fields and an invalid phone, createLoad with missing fields and a date without an offset, createLoad with missing fields and a space in its key, getPricing with a wrong key; broken: a member is missing: `reason` @ confirmDelivery before arrival
          a creation that is charged twice | creation 1     | takes 0.65                | 1.30 | broken: costs 1.30 USD instead of 0.65 USD @ createLoad. Not run
          two at once are two loads        | creation 3     | without key               | 1.95 | broken: creates two loads under one key @ createLoad twice concurrently with one key. Not run: createLoad with a used key
          one of two at once is refused    | creation 2     | answers 409 {"error":"in progress"} | 1.34 | ok: createLoad twice concurrently with one key
          a replay that charges            | creation 4     | takes 0.65                | 1.95 | broken: costs 0.65 USD instead of 0.00 USD @ createLoad with a used key. Not run
          a replay with 200                | creation 4     | status 200                | 1.34 | ok: createLoad with a used key
          ... without success              | creation 4     | unmarked                  | 1.34 | broken: a response that the client cannot read @ createLoad with a used key
          ... as of a reference            | creation 4     | deduplicated              | 1.34 | different: a used key returns its load as deduplicated @ createLoad with a used key
          a replay that is refused         | creation 4     | answers 409 {"error":"known"} | 1.34 | different: responds with 409 instead of 201 @ createLoad with a used key
          a key that buys again            | creation 4     | sells                     | 1.95 | broken: creates another load for a repeated order @ createLoad with a used key. Not run
          a reference that buys            | creation 5     | sells                     | 1.95 | broken: creates another load for a repeated order @ createLoad with a used reference. Not run
          a reference that charges         | creation 5     | takes 0.65                | 1.95 | broken: costs 0.65 USD instead of 0.00 USD @ createLoad with a used reference. Not run
          a known reference is a 201       | creation 5     | status 201                | 1.34 | broken: responds with 201 instead of 200 @ createLoad with a used reference; ok: getLoadPosition
          a reference that finds another   | creation 5     | put loadNumber "LD-2026-9998" | 1.34 | broken: a repeated order returns the wrong load @ createLoad with a used reference
          deduplicated is false            | creation 5     | put deduplicated false    | 1.34 | broken: `deduplicated` is not true @ createLoad with a used reference
          the reference before the key     | creation 6     | without key               | 1.34 | ok: createLoad with a used key and reference
          no money for a creation          | creation 1     | answers 402 {"error":"none","code":"INSUFFICIENT_FUNDS"} | 0.65 | not seen: the balance does not cover the price (402) @ createLoad. Not run: createLoad with a used reference
          a number as text                 | read 1         | put pingCount "0"         | 1.34 | broken: string found, integer expected: `pingCount` @ getLoadPosition
          a position without its stops     | read 1         | without stops             | 1.34 | broken: a member is missing: `stops` @ getLoadPosition
          ... or with null for them        | read 1         | put stops null            | 1.34 | broken: a member is missing: `stops` @ getLoadPosition
          a position of another load       | read           | put loadNumber "LD-2026-9998" | 1.34 | broken: the position is of another load @ getLoadPosition, client: getLoadPosition
          a broker that is not registered  | load           | answers 422 {"error":"none","code":"UNKNOWN_BROKER"} | 0.00 | not seen: this key or its broker may not do it (422) @ createLoad, createLoad twice concurrently with one key, createLoad with missing fields, createLoad with an invalid phone, createLoad that is not JSON, createLoad with missing fields and an invalid phone, createLoad with missing fields and a date without an offset, createLoad with missing fields and a space in its key. Not run: createLoad with a used key and
          a code that is a number          | wrong key      | put code 17               |      | different: integer found, string expected: `code` @ getPricing with a wrong key
          a read that is charged twice     | read 1         | takes 0.02                | 1.34 | broken: costs 0.04 USD instead of 0.02 USD @ getLoadPosition. Not run
          a load that is not there is a 403 | read 2        | status 403                | 1.34 | broken: responds with 403 instead of 404 @ getLoadPosition of an unknown load
          a 404 whose text names no load   | read 2         | put error "Not found"     | 1.34 | broken: a refusal that the client does not recognize @ getLoadPosition of an unknown load
          a 404 with a code                | read 2         | put code "LOAD_NOT_FOUND" | 1.34 | broken: a refusal that the client does not recognize @ getLoadPosition of an unknown load
          an error page with its status    | wrong key      | put status 401            |      | broken: a refusal that the client does not recognize @ getPricing with a wrong key
          a refused read that costs        | read 2         | takes 0.02                | 1.34 | broken: costs 0.02 USD instead of 0.00 USD @ getLoadPosition of an unknown load. Not run
          our client pays a read twice     | read 3         | takes 0.02                | 1.36 | broken: costs 0.04 USD instead of 0.02 USD @ client: getLoadPosition. Not run: client: comparison
          free calls that cost             | status 1       | takes 0.50                | 0.50 | not seen: the balance changed by -0.50 USD @ getBalance; not seen: the balance changes while @ Not run: createLoad
          a top-up in between              | confirmation 2 | takes -10.00              | -8.70 | not seen: the balance rises during the run @ Not run: getLoadPosition
          a top-up during a creation       | creation 1     | takes -10.00              | -9.35 | not seen: the balance rises during the run @ createLoad. Not run: createLoad twice
          a top-up during a refused call   | creation 7     | takes -10.00              | -8.68 | not seen: the balance rises during the run @ createLoad with missing fields. Not run: createLoad with an invalid phone
          a top-up during free calls       | status 1       | takes -10.00              | -10.00 | not seen: the balance rises during the run @ getBalance. Not run: createLoad and
          a redirect to another host       | confirmation 1 | redirects 307             |      | broken: redirects with 307 to another scheme or host @ confirmDelivery without a body
          ... of a creation                | creation 1     | redirects 308             | 0.65 | broken: redirects with 308 to another scheme or host @ createLoad. Not run: createLoad with a used reference
          ... of a read                    | read 1         | redirects 302             | 1.32 | broken: redirects with 302 to another scheme or host @ getLoadPosition
          a redirect of every call to a /  | all            | slash                     | 0.00 | broken: redirects with 308 to the same path with a slash at its end @ getPricing, updateLoadStatus, confirmDelivery without a body, getBalance, getPricing with a wrong key. Not run: createLoad and
          a lost answer                    | confirmation 1 | lost                      |      | not seen: no response @ confirmDelivery without a body
          ... of a creation                | creation 1     | lost                      | 1.30 | not seen: no response @ createLoad. Not run: createLoad with a used reference
          ... of a refusal                 | creation 7     | lost                      | 1.34 | not seen: no response @ createLoad with missing fields; ok: createLoad with an invalid phone
          a creation outlasts its gateway  | creation 1     | charges 504               | 1.30 | not seen: no response: 504 @ createLoad. Not run: createLoad with a used reference
          a 503 with Retry-After: 0        | wrong key      | answers 503 {"error":"later"} |  | not seen: the service is unavailable (503) @ getPricing with a wrong key
          ... of a read                    | read 1         | answers 503 {"error":"later"} | 1.32 | not seen: the service is unavailable (503) @ getLoadPosition
          a 408, which OkHttp would repeat | read 1         | answers 408 {"error":"slow"} | 1.32 | broken: responds with 408 instead of 200 @ getLoadPosition
          a 421, which OkHttp would repeat | read 1         | answers 421 {"error":"host"} | 1.32 | broken: responds with 421 instead of 200 @ getLoadPosition
          a 429                            | status 1       | answers 429 {"error":"slowly"} | | not seen: the service limits requests (429) @ updateLoadStatus
          ... to our client, once          | read 3         | answers 429 {"error":"slowly"} | 1.32 | not seen: the service limits requests (429) @ client: getLoadPosition
          a gzip that is none              | confirmation 1 | header content-encoding gzip |   | broken: responds with 404 without JSON @ confirmDelivery without a body
          no X-Request-Id                  | all            | header x-request-id       | 1.34 | ok: createLoad
          problem+json                     | all            | header content-type application/problem+json | 1.34 | ok: createLoad with missing fields
          """)
  void deviationHasOnlyItsRows(
      String name, String request, String change, String taken, String rows) {
    service.alter(
        received ->
            isThis(received, request) ? changed(received, change) : service.forward(received));

    check(taken, rows.split("; (?=[a-z ]+: )"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("others")
  void longerDeviationHasOnlyItsRows(
      String name, Consumer<AlteredService> behaviour, String taken, List<String> rows) {
    behaviour.accept(service);

    check(taken, rows.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "message"})
  void wrongKeyRefusedWith403IsAnotherException(String member) {
    service.alter(
        received ->
            isThis(received, "wrong key")
                ? response(403, "{\"" + member + "\":\"Forbidden\"}")
                : service.forward(received));

    ProgramRun run = ProgramRun.with(service, folder);

    assertThat(run.row("responds with 403 instead of 401").advice())
        .startsWith("The client throws another exception than documented.");
  }

  private void check(String taken, String... rows) {
    String[] arguments = taken == null ? new String[0] : new String[] {"--spend", "2.00"};
    ProgramRun run = ProgramRun.with(service, folder, arguments);

    List<String> expected = new ArrayList<>();
    for (String row : rows) {
      String[] parts = row.split("(?<=^[a-z ]{2,9}): | @ ");
      if (parts[0].equals("ok")) {
        assertThat(run.asDescribed()).as(run.terminal()).contains(parts[1]);
        continue;
      }
      List<String> facts =
          run.rows().keySet().stream().filter(f -> f.startsWith(parts[1])).toList();
      assertThat(facts).as(row + "\n" + run.terminal()).hasSize(1);
      expected.add(facts.get(0));
      ProgramRun.Row found = run.rows().get(facts.get(0));
      assertThat(found.result()).as(row).isEqualTo(parts[0]);
      assertThat(found.seen()).startsWith(parts[2]);
    }
    assertThat(run.rows().keySet())
        .as(run.terminal())
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(service.gone()).isEqualByComparingTo(taken == null ? "0" : taken);
    boolean isBroken = run.rows().values().stream().anyMatch(row -> row.result().equals("broken"));
    boolean isAllSeen =
        run.rows().values().stream()
            .noneMatch(row -> row.result().equals("not seen") || row.seen().contains("Not run"));
    assertThat(run.code()).isEqualTo(isBroken ? 1 : isAllSeen ? 0 : 3);
    counted(service)
        .forEach(
            (request, times) ->
                assertThat(times).as(request).isLessThanOrEqualTo(usual.getOrDefault(request, 0L)));
  }

  /** Omits reads of the balance, whose number depends on the time. Random parts are equal. */
  private static Map<String, Long> counted(AlteredService service) {
    return service.requests.stream()
        .filter(received -> !received.isBalance())
        .map(
            received ->
                String.join(
                        " ",
                        received.method(),
                        received.path(),
                        received.header("Authorization").replaceAll("fak_.*", "K"),
                        received.header("Idempotency-key"),
                        received.body())
                    .replaceAll("LD(-|%2F)[0-9-]+((-|%2F)[0-9]+)?", "LD")
                    .replaceAll("[0-9a-f-]{24,36}", "*"))
        .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
  }

  private static boolean isThis(ReceivedRequest received, String request) {
    int nth = Integer.parseInt("0" + request.replaceAll("[^0-9]", ""));
    return switch (request.replaceFirst(" [0-9]+", "")) {
      case "creation" -> received.isCreation(nth);
      case "load" -> received.method().equals("POST") && received.path().equals("/v1/agent/loads");
      case "read" -> nth == 0 ? received.isAnyRead() : received.isRead(nth);
      case "confirmation" -> received.isConfirmation(nth);
      case "status" -> received.isStatusWrite(nth);
      case "list" -> received.isList() && received.nth() >= nth;
      case "balance" -> received.isBalance() && !received.header("Authorization").isEmpty();
      case "no body" -> received.isConfirmation(1) && received.body().isEmpty();
      case "wrong key" -> received.header("Authorization").contains("not-a-key");
      default -> true;
    };
  }

  private SentResponse changed(ReceivedRequest received, String change) {
    String[] words = change.split(" ", 3);
    String rest = words.length < 3 ? "" : words[2];
    return switch (words[0]) {
      case "status" -> service.forward(received).withStatus(Integer.parseInt(words[1]));
      case "put" -> put(service.forward(received), words[1], rest);
      case "without" ->
          words[1].equals("key")
              ? service.forward(received.without("Idempotency-key"))
              : service.forward(received).json(body -> body.remove(words[1]));
      case "replace" -> {
        String[] both = change.substring(8).split(" => ?", 2);
        SentResponse sent = service.forward(received);
        yield sent.withBody(sent.body().replace(both[0], both[1]));
      }
      case "header" ->
          rest.isEmpty()
              ? service.forward(received).without(words[1])
              : service.forward(received).with(words[1], rest);
      case "answers" -> response(Integer.parseInt(words[1]), rest);
      case "redirects" -> {
        // The same service under another name: following the redirect there would be counted.
        String elsewhere = service.url().replace("127.0.0.1", "localhost") + received.path();
        yield response(Integer.parseInt(words[1]), "{}").with("location", elsewhere);
      }
      case "unmarked" ->
          service.forward(received).withStatus(200).json(body -> body.remove("success"));
      case "deduplicated" ->
          service
              .forward(received)
              .withStatus(200)
              .json(body -> body.put("ok", true).put("deduplicated", true).remove("success"));
      case "takes" -> {
        service.take(words[1]);
        yield service.forward(received);
      }
      case "number" -> {
        SentResponse sent = service.forward(received);
        boolean isLoad = sent.status() < 300;
        yield isLoad ? sent.json(body -> body.put(words[1], number(body))) : sent;
      }
      case "links" -> {
        SentResponse sent = service.forward(received);
        yield sent.withBody(sent.body().replace(service.server.baseUrl(), ""));
      }
      case "nested" -> {
        SentResponse sent = service.forward(received);
        yield sent.status() < 400 ? sent : sent.json(DeviatingServiceIT::nest);
      }
      case "pages" -> {
        SentResponse sent = service.forward(received);
        int status = sent.status();
        String page = "{\"status\":" + status + ",\"error\":\"Refused\"}";
        yield status < 400 ? sent : sent.withBody(page);
      }
      case "slash" -> response(308, "{}").with("location", received.path() + "/");
      case "sells" -> service.sell(received);
      case "with" -> service.forward(received.with(service.ourKey()));
      case "lost" -> {
        service.forward(received);
        yield SentResponse.NOTHING;
      }
      case "charges" -> {
        service.forward(received);
        yield response(Integer.parseInt(words[1]), "text/html");
      }
      default -> throw new IllegalArgumentException(change);
    };
  }

  private static SentResponse put(SentResponse sent, String member, String json) {
    return sent.json(body -> body.set(member, AlteredService.JSON.readTree(json)));
  }

  /** A response without the server. */
  private static SentResponse response(int status, String body) {
    boolean isJson = body.startsWith("{");
    Map<String, String> headers =
        Map.of("content-type", isJson ? "application/json" : body, "x-request-id", "of-the-test");
    SentResponse sent = new SentResponse(status, headers, isJson ? body : "<h1>Unauthorized</h1>");
    return status == 503 ? sent.with("Retry-After", "0") : sent;
  }

  /** The digits of the load's number, as an id. */
  private static long number(ObjectNode load) {
    return Long.parseLong(load.get("loadNumber").stringValue().replaceAll("[^0-9]", ""));
  }

  /** As some frameworks do: all members of an error in an object. */
  private static void nest(ObjectNode body) {
    ObjectNode error = body.deepCopy();
    error.set("message", error.remove("error"));
    body.removeAll().set("error", error);
  }

  private static Arguments other(
      String name, String taken, Consumer<AlteredService> behaviour, String... rows) {
    return Arguments.of(name, behaviour, taken, List.of(rows));
  }

  static Stream<Arguments> others() {
    return Stream.of(
        other(
            "two more members in each body",
            "1.34",
            service ->
                service.alter(
                    received -> {
                      SentResponse sent = service.forward(received);
                      boolean isJson = sent.body().startsWith("{");
                      return isJson ? sent.json(DeviatingServiceIT::addTwo) : sent;
                    }),
            "ok: createLoad",
            "ok: getBalance"),
        other(
            "each creation is a 202",
            "1.34",
            service ->
                service.alter(
                    received -> {
                      SentResponse sent = service.forward(received);
                      return sent.status() == 201 ? sent.withStatus(202) : sent;
                    }),
            "broken: responds with 202 instead of 201 @ createLoad, createLoad twice concurrently"
                + " with one key, createLoad with a used key, createLoad with a used key and"
                + " reference",
            "ok: client: createLoad with a used reference"),
        other(
            "each known reference is a 201",
            "1.34",
            service ->
                service.alter(
                    received -> {
                      SentResponse sent = service.forward(received);
                      boolean isKnown = sent.body().contains("deduplicated");
                      return isKnown ? sent.withStatus(201) : sent;
                    }),
            "broken: responds with 201 instead of 200 @ createLoad with a used reference, client:"
                + " createLoad with a used reference, client: comparison of ledger and balance,"
                + " createLoad with a used key of a known reference, createLoad with a used"
                + " reference and spaces",
            "ok: client: getLoadPosition"),
        other(
            "load numbers with slashes",
            "1.32",
            service -> service.alter(received -> withSlashes(received, service)),
            "different: load numbers contain slashes @ createLoad, client: getLoadPosition",
            "ok: getLoadPosition",
            "ok: client: createLoad with a used reference"),
        other(
            "a price that rises before our client reads it",
            "1.32",
            service ->
                service.alter(
                    received -> {
                      boolean isOurs = !received.header("User-agent").startsWith("okhttp");
                      if (received.isList() && isOurs) service.server.price("load_create", "0.90");
                      return service.forward(received);
                    }),
            "not seen: the client fails with PriceLimitExceededException @ client: createLoad with"
                + " a used reference",
            "not seen: the price list changes @ Not run: client: getLoadPosition"),
        other(
            "a balance that is counted in binary fractions",
            "1.34",
            service ->
                service.alter(
                    received -> {
                      SentResponse sent = service.forward(received);
                      boolean isBalance = received.isBalance() && sent.status() == 200;
                      return isBalance ? sent.json(DeviatingServiceIT::inFractions) : sent;
                    }),
            "ok: createLoad",
            "ok: client: comparison of ledger and balance"),
        other(
            "a key that is refused from the first creation on",
            "0.00",
            service ->
                service.alter(
                    received -> {
                      if (received.isCreation(1)) {
                        service.alter(any -> response(401, "{\"error\":\"expired\"}"));
                      }
                      boolean isRefused = received.isCreation(1);
                      return isRefused
                          ? response(401, "{\"error\":\"expired\"}")
                          : service.forward(received);
                    }),
            "not seen: this key or its broker may not do it (401) @ createLoad. Not run: createLoad"
                + " twice",
            "ok: getPricing with a wrong key"),
        other(
            "a slow answer",
            null,
            service ->
                service.alter(
                    received -> {
                      if (received.isStatusWrite(1)) service.waits.sleep(Duration.ofSeconds(15));
                      return service.forward(received);
                    }),
            "different: a response takes more than 10 s @ updateLoadStatus"),
        other(
            "a slow price list without a price",
            "0.00",
            service ->
                service.alter(
                    received -> {
                      SentResponse sent = service.forward(received);
                      if (!received.isList()) return sent;
                      service.waits.sleep(Duration.ofSeconds(15));
                      return sent.withBody(sent.body().replace("load_create", "x"));
                    }),
            "different: a response takes more than 10 s @ getPricing",
            "broken: a price is missing or not an amount in USD: `load_create` @ getPricing. Not"
                + " run: createLoad and"),
        other(
            "a balance that shows a debit after 45 s",
            "1.34",
            service -> service.lag(Duration.ofSeconds(45)),
            "different: the balance shows a charge after 4 @ createLoad",
            "ok: client: comparison of ledger and balance"),
        other(
            "a balance that shows a debit after four minutes",
            "0.65",
            service -> service.lag(Duration.ofMinutes(4)),
            "not seen: a charge does not show in the balance @ createLoad. Not run: createLoad"
                + " twice"),
        other(
            "a refusal that costs, and a balance that is slow",
            "1.97",
            service ->
                service
                    .lag(Duration.ofSeconds(30))
                    .alter(
                        received -> {
                          if (received.isCreation(7)) service.take("0.65");
                          return service.forward(received);
                        }),
            "different: the balance shows a charge after @ createLoad",
            "broken: costs 0.65 USD instead of 0.00 USD @ createLoad with missing fields. Not run"),
        other(
            "a top-up before our client compares its ledger",
            "-8.66",
            service ->
                service.alter(
                    received -> {
                      boolean isOurs = !received.header("User-agent").startsWith("okhttp");
                      boolean isNow =
                          received.isBalance()
                              && isOurs
                              && service.requests.stream().anyMatch(a -> a.isRead(3));
                      if (isNow) service.take("-10.00");
                      return service.forward(received);
                    }),
            "not seen: the balance rises during the run @ client: comparison of ledger",
            "ok: client: getLoadPosition"),
        other(
            "another program that spends in the half-minute before the first creation",
            "0.00",
            service -> service.otherProgram("0.02", Duration.ofSeconds(25), Duration.ofDays(1)),
            "ok: getBalance",
            "not seen: the balance changes while @ Not run: createLoad and"),
        other(
            "another program that spends during a creation and once more in the half-minute after",
            "0.65",
            service ->
                service.alter(
                    received -> {
                      Duration pause = Duration.ofSeconds(25);
                      boolean isNow = received.isCreation(1);
                      if (isNow) service.otherProgram("0.02", service.age(), pause);
                      return service.forward(received);
                    }),
            "not seen: the balance changes while @ createLoad. Not run: createLoad twice"));
  }

  private static void addTwo(ObjectNode body) {
    body.put("traceId", "x").put("meta", 1);
  }

  private static void inFractions(ObjectNode body) {
    body.put("balanceUsd", body.get("balanceUsd").doubleValue() + 4e-15);
  }

  private static SentResponse withSlashes(ReceivedRequest received, AlteredService service) {
    String path = received.path().replace("%2F", "-");
    ReceivedRequest right =
        new ReceivedRequest(
            received.method(), path, received.headers(), received.body(), received.nth());
    SentResponse sent = service.forward(right);
    return sent.withBody(sent.body().replaceAll("LD-([0-9]+)-([0-9]+)", "LD/$1/$2"));
  }
}
