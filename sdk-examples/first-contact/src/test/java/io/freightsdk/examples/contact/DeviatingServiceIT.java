package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.contact.AlteredService.ReceivedRequest;
import io.freightsdk.examples.contact.AlteredService.SentResponse;
import java.nio.file.Path;
import java.time.Duration;
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
import tools.jackson.databind.node.ObjectNode;

/**
 * The program against a service that does one thing otherwise: its own rows say it, no other row
 * says anything wrong, and so much is taken. Requests are counted: none leaves twice.
 */
class DeviatingServiceIT {
  /** How often each request is sent to our server as it is. */
  private static Map<String, Long> usual;

  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  @BeforeAll
  static void theUsualRun(@TempDir Path folder) {
    try (AlteredService ours = new AlteredService()) {
      ProgramRun.with(ours, folder, "--spend", "2.00");
      usual = counted(ours);
    }
  }

  /**
   * @param request the request that is handled otherwise, by its kind and how many of it came
   * @param change what is otherwise
   * @param taken what is gone from the account; null for a run that asks only what is free
   * @param rows the results of rows by the beginnings of their sentences, some with what is seen
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          a member within the stops        | read 1         | replace "city" => "dock":1,"city" | 1.34 | otherwise: Members (`stops[].dock`, in one answer); kept: A read is answered
          a new status                     | read 1         | put status "DISPATCHED"   | 1.34 | otherwise: Members (`status` is DISPATCHED, in one answer); kept: A read is answered
          a wrong key has another code     | wrong key      | put code "NO_KEY"         |      | otherwise: Members (`code` is NO_KEY, in one answer)
          a 401 is HTML                    | wrong key      | answers 401 text/html     |      | broken: Every body (`text/html` in one answer); as our server: A wrong key
          a price without its key          | list           | replace load_create => x  | 0.00 | broken: The price list has (`load_create` is missing); not seen: A creation is
          a price as text                  | list           | replace 0.65 => "0.65"    | 0.00 | broken: The price list has; not seen: A creation is
          a price in cents                 | list           | replace 0.65 => 65        | 0.00 | broken: The price list has (`load_create` is 6500 cents: is it in cents?); not seen: A creation is
          another currency                 | list           | put currency "EUR"        | 0.00 | broken: The price list has; not seen: A creation is
          a price that no account has      | list           | replace 0.65 => 1e999999999 | 0.00 | broken: The price list has; not seen: A creation is
          a price of what is free          | list           | replace update":0.00 => update":"0.50" | | broken: The price list has; not seen: Every status write (not asked: the price list has a price)
          a price that is listed too low   | list           | replace 0.65 => 0.60      | 0.65 | kept: A creation is; broken: A creation makes (65 cents were taken, where answer and price list say 60); not seen: Two creations with one key are
          a price list that changes later  | list 3         | replace 0.65 => 0.66      | 0.65 | kept: A creation makes; not seen: Two creations with one key are (not what it was)
          a balance as text                | balance        | replace 25 => "25"        |      | broken: The balance is
          a wrong key is a 403             | wrong key      | status 403                |      | otherwise: A wrong key (answered with 403 instead of 401)
          a wrong key is right             | wrong key      | answers 200 {"currency":"USD","prices":{}} | | broken: A wrong key
          a status write is accepted       | status 1       | answers 200 {}            |      | broken: Every status write
          a status write has another code  | status 1       | put code "MISSING_KEY"    |      | broken: Every status write (MISSING_KEY instead of STATUS_DOOR_CLOSED)
          no such load is a 400            | confirmation 1 | status 400                |      | broken: A confirmation of a load that
          a body that is not JSON          | confirmation 1 | replace } =>              |      | broken: A confirmation of a load that (is not JSON)
          an early confirmation is taken   | confirmation 2 | answers 200 {"ok":true}   | 1.34 | broken: A confirmation before
          ... or has no reason             | confirmation 2 | without reason            | 1.34 | broken: A confirmation before
          a refusal that costs             | creation 7     | takes 0.65                | 1.97 | broken: An order with missing fields (65 cents were taken)
          a wrong body that is sold        | creation 7     | sells                     | 1.97 | broken: An order with missing fields (it was sold); not seen: An order whose phone
          fields that are not named        | creation 7     | put fields ["customerRef"] | 1.34 | broken: An order with missing fields
          a wrong phone that is sold       | creation 8     | sells                     | 1.97 | broken: An order whose phone
          ... or has another code          | creation 8     | put code "MISSING_KEY"    | 1.34 | broken: An order whose phone
          ... or is an error of the service | creation 8    | answers 500 {"error":"oops"} | 1.34 | broken: An order whose phone
          the first creation is a 200      | creation 1     | status 200                | 1.34 | broken: A creation is (answered with 200 instead of 201); kept: A creation makes
          a missing member                 | creation 1     | without driverAppLink     | 1.34 | broken: A creation is (driverAppLink); kept: The same reference again
          an id that is a number           | creation 1     | put loadId 7              | 1.30 | broken: A creation is; broken: A creation makes (names no load); not seen: The same reference under
          a link that is none              | creation 1     | put trackingLink "no link" | 1.34 | broken: A creation is (`trackingLink`)
          a creation that is charged twice | creation 1     | takes 0.65                | 1.30 | kept: A creation is; broken: A creation makes (130 cents were taken, where answer and price list say 65)
          two at once are two loads        | creation 3     | without key               | 1.95 | broken: Two creations with one key are (they are two loads); not seen: The same key again is
          one of two at once is refused    | creation 2     | answers 409 {"error":"in progress"} | 1.34 | otherwise: Two creations with one key in (answered with 409)
          a replay that charges            | creation 4     | takes 0.65                | 1.95 | broken: The same key again is
          a replay with 200                | creation 4     | status 200                | 1.34 | otherwise: The same key again, without; kept: The same key again is
          a replay that is refused         | creation 4     | answers 409 {"error":"known"} | 1.34 | otherwise: The same key again, without; not seen: The same key again is
          a key that buys again            | creation 4     | sells                     | 1.95 | broken: The same key again is (it names another load; it was sold)
          a reference that buys            | creation 5     | sells                     | 1.95 | broken: The same reference under; broken: The same reference again (it was sold)
          a reference that charges         | creation 5     | takes 0.65                | 1.95 | kept: The same reference under; broken: The same reference again
          a known reference is a 201       | creation 5     | status 201                | 1.34 | broken: The same reference under (answered with 201 instead of 200); kept: The same reference again; kept: A read is
          a reference that finds another   | creation 5     | put loadNumber "LD-2026-9998" | 1.34 | broken: The same reference again
          deduplicated is false            | creation 5     | put deduplicated false    | 1.34 | broken: The same reference under
          the reference before the key     | creation 6     | without key               | 1.34 | otherwise: A known key comes; kept: A known key and reference
          no money for a creation          | creation 1     | answers 402 {"error":"none","code":"INSUFFICIENT_FUNDS"} | 0.65 | not seen: A creation is (does not cover); not seen: A creation makes; not seen: The same reference under
          a number as text                 | read 1         | put pingCount "0"         | 1.34 | broken: A read is answered (`pingCount`)
          a position without its stops     | read 1         | without stops             | 1.34 | broken: A read is answered (`stops` is missing)
          a read that is charged twice     | read 1         | takes 0.02                | 1.34 | broken: A read takes its price once (4 cents were taken)
          a load that is not there is a 403 | read 2        | status 403                | 1.34 | broken: A read of a load that does not exist
          a refused read that costs        | read 2         | takes 0.02                | 1.34 | broken: A read of a load that does not exist
          our client pays a read twice     | read 3         | takes 0.02                | 1.36 | broken: Our client reads
          free questions that cost         | status 1       | takes 0.50                | 0.50 | not seen: The balance is (it changed by -50 cents); not seen: A creation is
          a top-up in between              | confirmation 2 | takes -10.00              | -8.70 | not seen: A read is answered (another program may use this account)
          a redirect to another host       | confirmation 1 | redirects 307             |      | broken: A confirmation of a load that
          ... of a creation                | creation 1     | redirects 308             | 0.65 | broken: A creation is; not seen: The same reference under
          ... of a read                    | read 1         | redirects 302             | 1.32 | broken: A read is answered
          a lost answer                    | confirmation 1 | lost                      |      | not seen: A confirmation of a load that; otherwise: Every question
          ... of a creation                | creation 1     | lost                      | 1.30 | not seen: A creation makes (65 cents were taken); not seen: The same reference under; otherwise: Every question
          ... of a refusal                 | creation 7     | lost                      | 1.34 | not seen: An order with missing fields (0 cents were taken); kept: An order whose phone; otherwise: Every question
          a 503 with Retry-After: 0        | wrong key      | answers 503 {"error":"later"} |  | not seen: A wrong key
          ... of a read                    | read 1         | answers 503 {"error":"later"} | 1.32 | not seen: A read is answered
          a 408, which OkHttp would repeat | read 1         | answers 408 {"error":"slow"} | 1.32 | broken: A read is answered
          a 421, which OkHttp would repeat | read 1         | answers 421 {"error":"host"} | 1.32 | broken: A read is answered
          a 429                            | status 1       | answers 429 {"error":"slowly"} | | not seen: Every status write
          ... to our client, once          | read 3         | answers 429 {"error":"slowly"} | 1.32 | not seen: Our client reads
          a gzip that is none              | confirmation 1 | header content-encoding gzip |   | broken: A confirmation of a load that
          """)
  void isFoundByItsOwnRowsAndByNoOther(
      String name, String request, String change, String taken, String rows) {
    service.alter(
        asked -> isThis(asked, request) ? changed(asked, change) : service.forward(asked));

    check(taken, rows.split("; (?=[a-z ]+: )"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("others")
  void isFoundTooWhatTakesMoreThanAnAnswer(
      String name, Consumer<AlteredService> behaviour, String taken, List<String> rows) {
    behaviour.accept(service);

    check(taken, rows.toArray(String[]::new));
  }

  private void check(String taken, String... rows) {
    String[] arguments = taken == null ? new String[0] : new String[] {"--spend", "2.00"};
    ProgramRun contact = ProgramRun.with(service, folder, arguments);

    for (String row : rows) {
      ProgramRun.Row found = contact.row(sentence(row));
      String result = row.replaceFirst(": .*", "");
      assertThat(found.result()).as(row + "\n" + contact.terminal()).isEqualTo(result);
      if (row.endsWith(")")) {
        String seen = row.replaceFirst("^[^(]*\\(", "").replaceFirst("\\)$", "");
        assertThat(found.seen()).contains(seen);
      }
    }
    assertThat(contact.sentences("broken", "otherwise"))
        .as(contact.terminal())
        .allMatch(said -> Stream.of(rows).anyMatch(row -> said.startsWith(sentence(row))));
    assertThat(service.gone()).isEqualByComparingTo(taken == null ? "0" : taken);
    boolean isAllSeen = contact.sentences("not seen").isEmpty();
    int code = contact.sentences("broken").isEmpty() ? isAllSeen ? 0 : 3 : 1;
    assertThat(contact.code()).isEqualTo(code);
    counted(service)
        .forEach(
            (request, times) ->
                assertThat(times).as(request).isLessThanOrEqualTo(usual.getOrDefault(request, 0L)));
  }

  private static String sentence(String row) {
    return row.replaceFirst("^[a-z ]+: ", "").replaceFirst(" \\(.*", "");
  }

  /** Without balances, which are read as often as time passes. Random words are all one. */
  private static Map<String, Long> counted(AlteredService service) {
    return service.requests.stream()
        .filter(asked -> !asked.isBalance())
        .map(
            asked ->
                String.join(
                        " ",
                        asked.method(),
                        asked.path(),
                        asked.header("Authorization").replaceAll("fak_.*", "K"),
                        asked.header("Idempotency-key"),
                        asked.body())
                    .replaceAll("LD(-|%2F)[0-9-]+((-|%2F)[0-9]+)?", "LD")
                    .replaceAll("[0-9a-f-]{24,36}", "*"))
        .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
  }

  private static boolean isThis(ReceivedRequest asked, String request) {
    int nth = Integer.parseInt("0" + request.replaceAll("[^0-9]", ""));
    return switch (request.replaceFirst(" [0-9]+", "")) {
      case "creation" -> asked.isCreation(nth);
      case "read" -> asked.isRead(nth);
      case "confirmation" -> asked.isConfirmation(nth);
      case "status" -> asked.isStatusWrite(nth);
      // From the fourth on: the third is the one before the first creation.
      case "list" -> asked.isList() && asked.nth() >= nth;
      case "balance" -> asked.isBalance() && !asked.header("Authorization").isEmpty();
      case "wrong key" -> asked.header("Authorization").contains("not-a-key");
      default -> true;
    };
  }

  private SentResponse changed(ReceivedRequest asked, String change) {
    String[] words = change.split(" ", 3);
    String rest = words.length < 3 ? "" : words[2];
    return switch (words[0]) {
      case "status" -> service.forward(asked).withStatus(Integer.parseInt(words[1]));
      case "put" -> put(service.forward(asked), words[1], rest);
      case "without" ->
          words[1].equals("key")
              ? service.forward(asked.without("Idempotency-key"))
              : service.forward(asked).json(body -> body.remove(words[1]));
      case "replace" -> {
        String[] both = change.substring(8).split(" => ?", 2);
        SentResponse told = service.forward(asked);
        yield told.withBody(told.body().replace(both[0], both[1]));
      }
      case "header" ->
          rest.isEmpty()
              ? service.forward(asked).without(words[1])
              : service.forward(asked).with(words[1], rest);
      case "answers" -> answered(Integer.parseInt(words[1]), rest);
      case "redirects" -> {
        // The same service under another name: whoever followed it there would be counted.
        String elsewhere = service.url().replace("127.0.0.1", "localhost") + asked.path();
        yield answered(Integer.parseInt(words[1]), "{}").with("location", elsewhere);
      }
      case "takes" -> {
        service.take(words[1]);
        yield service.forward(asked);
      }
      case "sells" -> service.sell(asked);
      case "with" -> service.forward(asked.with(service.ourKey()));
      case "lost" -> {
        service.forward(asked);
        yield SentResponse.NOTHING;
      }
      default -> throw new IllegalArgumentException(change);
    };
  }

  private static SentResponse put(SentResponse told, String member, String json) {
    return told.json(body -> body.set(member, AlteredService.JSON.readTree(json)));
  }

  /** The server is not asked. */
  private static SentResponse answered(int status, String body) {
    boolean isJson = body.startsWith("{");
    Map<String, String> headers =
        Map.of("content-type", isJson ? "application/json" : body, "x-request-id", "of-the-test");
    SentResponse told = new SentResponse(status, headers, isJson ? body : "<h1>Unauthorized</h1>");
    return status == 503 ? told.with("Retry-After", "0") : told;
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
                    asked -> {
                      SentResponse told = service.forward(asked);
                      boolean isJson = told.body().startsWith("{");
                      return isJson ? told.json(DeviatingServiceIT::addTwo) : told;
                    }),
            "otherwise: Members (not described: `meta`, `traceId`, in )",
            "kept: A creation is",
            "kept: The balance is"),
        other(
            "errors are problem+json",
            "1.34",
            service ->
                service.alter(
                    asked -> {
                      SentResponse told = service.forward(asked);
                      boolean isError = told.status() >= 400;
                      return isError ? told.with("content-type", "application/problem+json") : told;
                    }),
            "broken: Every body (`application/problem+json` in 7 answers)",
            "kept: Every status write"),
        other(
            "each creation is a 202",
            "1.34",
            service ->
                service.alter(
                    asked -> {
                      SentResponse told = service.forward(asked);
                      return told.status() == 201 ? told.withStatus(202) : told;
                    }),
            "broken: A creation is",
            "otherwise: Two creations with one key in",
            "otherwise: The same key again, without",
            "otherwise: A known key comes",
            "kept: A creation makes",
            "kept: Our client finds"),
        other(
            "load numbers with slashes",
            "1.32",
            service -> service.alter(asked -> withSlashes(asked, service)),
            "otherwise: A creation is (load numbers have slashes)",
            "kept: A read is answered",
            "kept: Our client finds",
            "not seen: Our client reads"),
        other(
            "a price that rises before our client reads it",
            "1.32",
            service ->
                service.alter(
                    asked -> {
                      boolean isOurs = !asked.header("User-agent").startsWith("okhttp");
                      if (asked.isList() && isOurs) service.server.price("load_create", "0.90");
                      return service.forward(asked);
                    }),
            "not seen: Our client finds (PriceLimitExceededException)"),
        other(
            "a balance that is counted in binary fractions",
            "1.34",
            service ->
                service.alter(
                    asked -> {
                      SentResponse told = service.forward(asked);
                      boolean isBalance = asked.isBalance() && told.status() == 200;
                      return isBalance ? told.json(DeviatingServiceIT::inFractions) : told;
                    }),
            "kept: A creation makes",
            "kept: The client's ledger"),
        other(
            "a key that is refused from the first creation on",
            "0.00",
            service ->
                service.alter(
                    asked -> {
                      if (asked.isCreation(1)) {
                        service.alter(any -> answered(401, "{\"error\":\"expired\"}"));
                      }
                      boolean isRefused = asked.isCreation(1);
                      return isRefused
                          ? answered(401, "{\"error\":\"expired\"}")
                          : service.forward(asked);
                    }),
            "not seen: A creation is (may not do it)",
            "as our server: A wrong key"),
        other(
            "a slow answer",
            null,
            service ->
                service.alter(
                    asked -> {
                      if (asked.isStatusWrite(1)) service.waits.sleep(Duration.ofSeconds(15));
                      return service.forward(asked);
                    }),
            "otherwise: Every question"),
        other(
            "a balance that shows a debit after 45 s",
            "1.34",
            service -> service.lag(Duration.ofSeconds(45)),
            "kept: A creation makes (65 cents were taken, which the balance shows after 4)",
            "kept: The client's ledger"),
        other(
            "a balance that shows a debit after four minutes",
            "0.65",
            service -> service.lag(Duration.ofMinutes(4)),
            "not seen: A creation makes (a debit may come later)",
            "not seen: Two creations with one key are"),
        other(
            "a refusal that costs, and a balance that is slow",
            "1.97",
            service ->
                service
                    .lag(Duration.ofSeconds(30))
                    .alter(
                        asked -> {
                          if (asked.isCreation(7)) service.take("0.65");
                          return service.forward(asked);
                        }),
            "broken: An order with missing fields"),
        other(
            "another program that spends in the half-minute before the first creation",
            "0.00",
            service -> service.otherProgram("0.02", Duration.ofSeconds(25), Duration.ofDays(1)),
            "kept: The balance is",
            "not seen: A creation is"),
        other(
            "another program that spends during a creation and once more in the half-minute after",
            "0.65",
            service ->
                service.alter(
                    asked -> {
                      Duration pause = Duration.ofSeconds(25);
                      boolean isNow = asked.isCreation(1);
                      if (isNow) service.otherProgram("0.02", service.age(), pause);
                      return service.forward(asked);
                    }),
            "not seen: A creation makes (67 cents were taken)",
            "not seen: Two creations with one key are"));
  }

  private static void addTwo(ObjectNode body) {
    body.put("traceId", "x").put("meta", 1);
  }

  private static void inFractions(ObjectNode body) {
    body.put("balanceUsd", body.get("balanceUsd").doubleValue() + 4e-15);
  }

  private static SentResponse withSlashes(ReceivedRequest asked, AlteredService service) {
    String path = asked.path().replace("%2F", "-");
    ReceivedRequest right =
        new ReceivedRequest(asked.method(), path, asked.headers(), asked.body(), asked.nth());
    SentResponse told = service.forward(right);
    return told.withBody(told.body().replaceAll("LD-([0-9]+)-([0-9]+)", "LD/$1/$2"));
  }
}
