package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.contact.AlteredService.Asked;
import io.freightsdk.examples.contact.AlteredService.Told;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * The program against a service that does one thing otherwise: its own rows say it, no other row
 * says anything wrong, and so much is taken. Requests are counted: none leaves twice.
 */
class OneThingOtherwiseIT {
  /** How often each request is sent to our server as it is. */
  private static Map<String, Long> usual;

  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  @BeforeAll
  static void theUsualRun(@TempDir Path folder) {
    try (AlteredService ours = new AlteredService()) {
      Contact.with(ours, folder, "--spend", "2.00");
      usual = counted(ours);
    }
  }

  /**
   * A service that does one thing otherwise.
   *
   * @param taken what is gone from the account; empty for a run that asks only what is free
   * @param rows such as {@code broken: A creation is answered}, with what is seen in parentheses
   */
  record Case(String name, String taken, Consumer<AlteredService> service, List<String> rows) {
    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void isFoundByItsOwnRowsAndByNoOther(Case one) {
    one.service().accept(service);

    String[] all = {"--spend", "2.00"};
    Contact contact = Contact.with(service, folder, one.taken().isEmpty() ? new String[0] : all);

    for (String row : one.rows()) {
      String sentence = row.replaceFirst("^[a-z ]+: ", "").replaceFirst(" \\(.*", "");
      Contact.Row found = contact.row(sentence);
      assertThat(found.result())
          .as(sentence + "\n" + contact.terminal())
          .isEqualTo(row.replaceFirst(": .*", ""));
      if (row.endsWith(")")) {
        assertThat(found.seen())
            .contains(row.replaceFirst("^[^(]*\\(", "").replaceFirst("\\)$", ""));
      }
    }
    assertThat(contact.sentences("broken", "otherwise"))
        .as(contact.terminal())
        .allMatch(said -> one.rows().stream().anyMatch(row -> isAbout(row, said)));
    String taken = one.taken().isEmpty() ? "0.00" : one.taken();
    assertThat(service.gone()).isEqualByComparingTo(taken).isLessThan(new BigDecimal("2.01"));
    assertThat(contact.code()).isEqualTo(code(contact));
    assertNothingLeftTwice();
  }

  private static boolean isAbout(String row, String sentence) {
    return sentence.startsWith(row.replaceFirst("^[a-z ]+: ", "").replaceFirst(" \\(.*", ""));
  }

  private static int code(Contact contact) {
    if (!contact.sentences("broken").isEmpty()) return 1;
    return contact.sentences("not seen").isEmpty() ? 0 : 3;
  }

  private void assertNothingLeftTwice() {
    counted(service)
        .forEach(
            (request, times) ->
                assertThat(times).as(request).isLessThanOrEqualTo(usual.getOrDefault(request, 0L)));
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
                        asked
                            .headers()
                            .getOrDefault("Authorization", "-")
                            .replaceAll("fak_.*", "K"),
                        asked.headers().getOrDefault("Idempotency-key", ""),
                        asked.body())
                    .replaceAll("LD(-|%2F)[0-9-]+((-|%2F)[0-9]+)?", "LD")
                    .replaceAll("[0-9a-f-]{24,36}", "*"))
        .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
  }

  // --- what a service may do otherwise ---

  private static Case free(
      String name, Predicate<Asked> which, UnaryOperator<Told> change, String... rows) {
    return answer(name, "", which, change, rows);
  }

  private static Case answer(
      String name,
      String taken,
      Predicate<Asked> which,
      UnaryOperator<Told> change,
      String... rows) {
    return exchange(
        name, taken, which, (asked, service) -> change.apply(service.forward(asked)), rows);
  }

  private static Case exchange(
      String name,
      String taken,
      Predicate<Asked> which,
      BiFunction<Asked, AlteredService, Told> instead,
      String... rows) {
    return new Case(
        name,
        taken,
        service ->
            service.alter(
                asked ->
                    which.test(asked) ? instead.apply(asked, service) : service.forward(asked)),
        List.of(rows));
  }

  private static Case takes(
      String name, String taken, Predicate<Asked> which, String usd, String... rows) {
    return exchange(
        name,
        taken,
        which,
        (asked, service) -> {
          service.take(usd);
          return service.forward(asked);
        },
        rows);
  }

  private static UnaryOperator<Told> json(Consumer<ObjectNode> change) {
    return told -> told.body().startsWith("{") ? told.json(change) : told;
  }

  private static UnaryOperator<Told> prices(Consumer<ObjectNode> change) {
    return told ->
        told.status() == 200
            ? told.json(body -> change.accept((ObjectNode) body.get("prices")))
            : told;
  }

  /** An answer in place of the server's, which is not asked. */
  private static BiFunction<Asked, AlteredService, Told> told(int status, String body) {
    Map<String, String> headers = Map.of("content-type", "application/json", "x-request-id", "x");
    return (asked, service) -> new Told(status, headers, body);
  }

  private static Told sell(Asked asked, AlteredService service) {
    String order = new Orders(Contact.PHONE, "lenient").withoutReference();
    Map<String, String> headers =
        Map.of(
            "Authorization",
            "Bearer " + service.broker.agentKey(),
            "Content-type",
            "application/json");
    return service.forward(new Asked(asked.method(), asked.path(), headers, order, asked.nth()));
  }

  private static Told lost(Asked asked, AlteredService service) {
    service.forward(asked);
    return Told.NOTHING;
  }

  private static boolean isList(Asked asked) {
    return asked.path().equals("/v1/agent/pricing");
  }

  private static boolean isBalance(Asked asked) {
    return asked.isBalance() && asked.headers().containsKey("Authorization");
  }

  private static boolean isOfOurClient(Asked asked) {
    return !asked.headers().getOrDefault("User-agent", "").startsWith("okhttp");
  }

  /** The same service under another name: whoever followed it there would be counted. */
  private static Told elsewhere(Asked asked, AlteredService service, int status) {
    String url = service.url().replace("127.0.0.1", "localhost") + asked.path();
    return new Told(status, Map.of("content-type", "application/json", "location", url), "{}");
  }

  static Stream<Case> cases() {
    return Stream.of(
            names(), prices(), refusals(), creations(), repeats(), reads(), money(), wire())
        .flatMap(List::stream);
  }

  private static List<Case> names() {
    String row = "Members, statuses and codes";
    return List.of(
        answer(
            "two more members in each body",
            "1.34",
            asked -> true,
            json(body -> body.put("traceId", "x").put("meta", 1)),
            "otherwise: " + row + " (not described: `meta`, `traceId`, in )",
            "kept: A creation is answered",
            "kept: The balance is"),
        answer(
            "a member within the stops",
            "1.34",
            asked -> asked.isRead(1),
            json(body -> body.get("stops").forEach(stop -> ((ObjectNode) stop).put("dock", 1))),
            "otherwise: " + row + " (`stops[].dock`, in one answer)",
            "kept: A read is answered"),
        answer(
            "a new status",
            "1.34",
            asked -> asked.isRead(1),
            json(body -> body.put("status", "DISPATCHED")),
            "otherwise: " + row + " (`status` is DISPATCHED, in one answer)",
            "kept: A read is answered"),
        free(
            "no key has another code",
            asked -> true,
            told -> told.withBody(told.body().replace("MISSING_KEY", "NO_KEY")),
            "otherwise: " + row + " (`code` is NO_KEY, in 4 answers)"),
        free(
            "errors are problem+json",
            asked -> true,
            told ->
                told.status() < 400 ? told : told.with("content-type", "application/problem+json"),
            "broken: Every body is application/json (`application/problem+json` in 7 answers)",
            "kept: The price list without a key"),
        free(
            "a 401 is HTML",
            asked -> true,
            told ->
                told.status() == 401
                    ? told.with("content-type", "text/html").withBody("<h1>Unauthorized</h1>")
                    : told,
            "broken: Every body is application/json (`text/html` in 5 answers)",
            "kept: The price list without a key"));
  }

  private static List<Case> prices() {
    return List.of(
        answer(
            "a price without its key",
            "0.00",
            OneThingOtherwiseIT::isList,
            prices(prices -> prices.remove("load_create")),
            "broken: The price list has (`load_create` is missing)",
            "not seen: A creation is answered"),
        answer(
            "a price as text",
            "0.00",
            OneThingOtherwiseIT::isList,
            prices(prices -> prices.put("load_create", "0.65")),
            "broken: The price list has",
            "not seen: A creation is answered"),
        answer(
            "prices in cents",
            "0.00",
            OneThingOtherwiseIT::isList,
            prices(prices -> prices.put("load_create", 65).put("position_read", 2)),
            "broken: The price list has (`position_read` is 200 cents: is it in cents?)",
            "not seen: A creation is answered"),
        answer(
            "another currency",
            "0.00",
            OneThingOtherwiseIT::isList,
            json(body -> body.put("currency", "EUR")),
            "broken: The price list has",
            "not seen: A creation is answered"),
        free(
            "prices of what is free",
            OneThingOtherwiseIT::isList,
            prices(prices -> prices.put("status_update", "0.50").put("delivery_confirm", 0.50)),
            "broken: The price list has",
            "not seen: Every status write (not asked: the price list has a price)",
            "not seen: A confirmation of a load that does not exist (not asked)"),
        answer(
            "a price that is listed too low",
            "0.65",
            OneThingOtherwiseIT::isList,
            prices(prices -> prices.put("load_create", 0.60)),
            "kept: A creation is answered",
            "broken: A creation makes a load (65 cents were taken, where answer and price list say 60)",
            "not seen: Two creations with one key are"),
        answer(
            "a price list that changes after the first load",
            "0.65",
            asked -> isList(asked) && asked.nth() > 3,
            prices(prices -> prices.put("load_create", 0.66)),
            "kept: A creation makes a load",
            "not seen: Two creations with one key are (the price list is not what it was)"),
        exchange(
            "a price that rises before our client reads it",
            "1.32",
            asked -> isList(asked) && isOfOurClient(asked),
            (asked, service) -> {
              service.server.price("load_create", "0.90");
              return service.forward(asked);
            },
            "not seen: Our client finds (PriceLimitExceededException)"),
        free(
            "a balance as text",
            OneThingOtherwiseIT::isBalance,
            json(body -> body.put("balanceUsd", "25.00")),
            "broken: The balance is a number"),
        answer(
            "a balance that is counted in binary fractions",
            "1.34",
            OneThingOtherwiseIT::isBalance,
            json(body -> body.put("balanceUsd", body.get("balanceUsd").doubleValue() + 4e-15)),
            "kept: A creation makes a load",
            "kept: The client's ledger"));
  }

  private static List<Case> refusals() {
    return List.of(
        free(
            "no key is a 403",
            asked -> asked.isConfirmation(2),
            told -> told.withStatus(403),
            "broken: A confirmation without a key (answered with 403 instead of 401)"),
        exchange(
            "a wrong key is right",
            "",
            asked -> asked.headers().getOrDefault("Authorization", "").contains("not-a-key"),
            told(200, "{\"currency\":\"USD\",\"prices\":{}}"),
            "broken: A wrong key"),
        exchange(
            "a status write is accepted",
            "",
            asked -> asked.isStatusWrite(1),
            told(200, "{}"),
            "broken: Every status write"),
        free(
            "a status write has another code",
            asked -> asked.isStatusWrite(1),
            json(body -> body.put("code", "MISSING_KEY")),
            "broken: Every status write (MISSING_KEY instead of STATUS_DOOR_CLOSED)"),
        free(
            "a load that does not exist is confirmed with another status",
            asked -> asked.isConfirmation(1),
            told -> told.withStatus(400),
            "broken: A confirmation of a load that does not exist"),
        free(
            "a body that is not JSON",
            asked -> asked.isConfirmation(1),
            told -> told.withBody("{\"error\":"),
            "broken: A confirmation of a load that does not exist (is not JSON)"),
        answer(
            "an early confirmation is accepted",
            "1.34",
            asked -> asked.isConfirmation(3),
            told -> told.withStatus(200).withBody("{\"ok\":true,\"newStatus\":\"DELIVERED\"}"),
            "broken: A confirmation before"),
        answer(
            "an early confirmation without its reason",
            "1.34",
            asked -> asked.isConfirmation(3),
            json(body -> body.remove("reason")),
            "broken: A confirmation before"),
        answer(
            "a wrong date is a 422",
            "1.34",
            asked -> asked.isConfirmation(4),
            told -> told.withStatus(422),
            "broken: A confirmation whose bol_received_at"),
        takes(
            "a refusal that costs",
            "1.97",
            asked -> asked.isCreation(7),
            "0.65",
            "broken: An order with missing fields (65 cents were taken)"),
        exchange(
            "a wrong body that is sold",
            "1.97",
            asked -> asked.isCreation(7),
            OneThingOtherwiseIT::sell,
            "broken: An order with missing fields (it was sold)",
            "not seen: An order whose phone"),
        answer(
            "missing fields that are not named",
            "1.34",
            asked -> asked.isCreation(7),
            json(body -> body.putArray("fields").add("customerRef")),
            "broken: An order with missing fields"),
        exchange(
            "a wrong phone that is sold",
            "1.97",
            asked -> asked.isCreation(8),
            OneThingOtherwiseIT::sell,
            "broken: An order whose phone"),
        answer(
            "a wrong phone has another code",
            "1.34",
            asked -> asked.isCreation(8),
            json(body -> body.put("code", "MISSING_KEY")),
            "broken: An order whose phone"),
        exchange(
            "a wrong phone is an error of the service",
            "1.34",
            asked -> asked.isCreation(8),
            told(500, "{\"error\":\"oops\"}"),
            "broken: An order whose phone"),
        exchange(
            "a creation without a key is sold",
            "1.97",
            asked -> asked.isCreation(9),
            OneThingOtherwiseIT::sell,
            "broken: A creation without a key"));
  }

  private static List<Case> creations() {
    Predicate<Asked> first = asked -> asked.isCreation(1);
    return List.of(
        answer(
            "the first creation is a 200",
            "1.34",
            first,
            told -> told.withStatus(200),
            "broken: A creation is answered (answered with 200 instead of 201)",
            "kept: A creation makes a load"),
        answer(
            "each creation is a 202",
            "1.34",
            asked -> true,
            told -> told.status() == 201 ? told.withStatus(202) : told,
            "broken: A creation is answered",
            "otherwise: Two creations with one key in",
            "otherwise: The same key again, without",
            "otherwise: A known key comes",
            "otherwise: Another order under a known key is",
            "kept: A creation makes a load",
            "kept: Our client finds"),
        exchange(
            "load numbers with slashes",
            "1.32",
            asked -> true,
            OneThingOtherwiseIT::withSlashes,
            "otherwise: A creation is answered (load numbers have slashes)",
            "kept: A read is answered",
            "kept: Our client finds",
            "not seen: Our client reads"),
        answer(
            "a missing member",
            "1.34",
            first,
            json(body -> body.remove("driverAppLink")),
            "broken: A creation is answered (driverAppLink)",
            "kept: The same reference again"),
        answer(
            "an id that is a number",
            "1.30",
            first,
            json(body -> body.put("loadId", 7)),
            "broken: A creation is answered",
            "broken: A creation makes a load (an answer names no load)",
            "not seen: The same reference under"),
        answer(
            "a link that is none",
            "1.34",
            first,
            json(body -> body.put("trackingLink", "no link at all")),
            "broken: A creation is answered (`trackingLink`)"),
        exchange(
            "two at once are two loads",
            "1.95",
            asked -> asked.isCreation(2) || asked.isCreation(3),
            (asked, service) -> service.forward(asked.without("Idempotency-key")),
            "broken: Two creations with one key are (they are two loads)",
            "not seen: The same key again is"),
        exchange(
            "one of two at once is refused",
            "1.34",
            asked -> asked.isCreation(2),
            told(409, "{\"error\":\"in progress\"}"),
            "otherwise: Two creations with one key in (answered with 409)"),
        exchange(
            "the balance does not cover a creation",
            "0.65",
            first,
            told(402, "{\"error\":\"Insufficient funds\",\"code\":\"INSUFFICIENT_FUNDS\"}"),
            "not seen: A creation is answered (does not cover)",
            "not seen: A creation makes a load",
            "not seen: The same reference under"),
        exchange(
            "a key that is refused from the first creation on",
            "0.00",
            first,
            (asked, service) -> {
              var refused = told(401, "{\"error\":\"expired\"}");
              service.alter(any -> refused.apply(any, service));
              return refused.apply(asked, service);
            },
            "not seen: A creation is answered (may not do it)",
            "as our server: A wrong key"));
  }

  private static Told withSlashes(Asked asked, AlteredService service) {
    String path = asked.path().replace("%2F", "-");
    Asked right = new Asked(asked.method(), path, asked.headers(), asked.body(), asked.nth());
    Told told = service.forward(right);
    return told.withBody(told.body().replaceAll("LD-([0-9]+)-([0-9]+)", "LD/$1/$2"));
  }

  private static List<Case> repeats() {
    String again = "The same key again is";
    String same = "The same reference again is";
    return List.of(
        takes(
            "a replay that charges",
            "1.95",
            asked -> asked.isCreation(4),
            "0.65",
            "broken: " + again),
        answer(
            "a replay with 200",
            "1.34",
            asked -> asked.isCreation(4),
            told -> told.withStatus(200),
            "otherwise: The same key again, without",
            "kept: " + again),
        exchange(
            "a replay that is refused",
            "1.34",
            asked -> asked.isCreation(4),
            told(409, "{\"error\":\"known\"}"),
            "otherwise: The same key again, without",
            "not seen: " + again),
        exchange(
            "a key that buys again",
            "1.95",
            asked -> asked.isCreation(4),
            OneThingOtherwiseIT::sell,
            "as our server: The same key again, without",
            "broken: " + again + " (it names another load; it was sold)"),
        exchange(
            "a reference that buys",
            "1.95",
            asked -> asked.isCreation(5),
            OneThingOtherwiseIT::sell,
            "broken: The same reference under",
            "broken: " + same + " (it names another load; it was sold)"),
        takes(
            "a reference that charges",
            "1.95",
            asked -> asked.isCreation(5),
            "0.65",
            "kept: The same reference under",
            "broken: " + same),
        answer(
            "a known reference is a 201",
            "1.34",
            asked -> asked.isCreation(5),
            told -> told.withStatus(201),
            "broken: The same reference under (answered with 201 instead of 200)",
            "kept: " + same,
            "kept: A read is answered"),
        answer(
            "a reference that finds another load",
            "1.34",
            asked -> asked.isCreation(5),
            json(body -> body.put("loadNumber", "LD-2026-9998")),
            "broken: " + same),
        answer(
            "deduplicated is false",
            "1.34",
            asked -> asked.isCreation(5),
            json(body -> body.put("deduplicated", false)),
            "broken: The same reference under"),
        exchange(
            "the reference before the key",
            "1.34",
            asked -> asked.isCreation(6),
            (asked, service) -> service.forward(asked.without("Idempotency-key")),
            "otherwise: A known key comes",
            "kept: A known key and reference"),
        exchange(
            "another order under a known key is refused",
            "1.34",
            asked -> asked.isCreation(11),
            told(422, "{\"error\":\"another body\"}"),
            "otherwise: Another order under a known key is"),
        exchange(
            "another order under a known key is sold",
            "1.99",
            asked -> asked.isCreation(11),
            (asked, service) -> service.forward(asked.without("Idempotency-key")),
            "broken: Another order under a known key makes"),
        exchange(
            "blanks make another reference",
            "1.99",
            asked -> asked.isCreation(12),
            (asked, service) ->
                service.forward(asked.withBody(asked.body().replace("\"  ", "\"/"))),
            "otherwise: Blanks around (it names another load; our client then pays for it)"));
  }

  private static List<Case> reads() {
    Predicate<Asked> first = asked -> asked.isRead(1);
    return List.of(
        answer(
            "a number as text",
            "1.34",
            first,
            json(body -> body.put("pingCount", "0")),
            "broken: A read is answered (`pingCount`)"),
        answer(
            "a position without its stops",
            "1.34",
            first,
            json(body -> body.remove("stops")),
            "broken: A read is answered (`stops` is missing)"),
        takes(
            "a read that is charged twice",
            "1.34",
            first,
            "0.02",
            "broken: A read takes its price once (4 cents were taken)"),
        answer(
            "a load that does not exist is a 403",
            "1.34",
            asked -> asked.isRead(2),
            told -> told.withStatus(403),
            "broken: A read of a load that does not exist"),
        takes(
            "a refused read that costs",
            "1.34",
            asked -> asked.isRead(2),
            "0.02",
            "broken: A read of a load that does not exist"),
        exchange(
            "a read without a key",
            "1.34",
            asked -> asked.isRead(3),
            (asked, service) -> {
              String key = "Bearer " + service.broker.agentKey();
              Map<String, String> headers = Map.of("Authorization", key);
              return service.forward(new Asked("GET", asked.path(), headers, "", 3));
            },
            "broken: A read without a key (it was sold)"),
        takes(
            "a read of our client that is charged twice",
            "1.36",
            asked -> asked.isRead(4),
            "0.02",
            "broken: Our client reads"));
  }

  private static Case slow(String name, Duration lag, String taken, String... rows) {
    return new Case(name, taken, service -> service.lag(lag), List.of(rows));
  }

  private static List<Case> money() {
    String creation = "A creation makes a load";
    return List.of(
        takes(
            "a creation that is charged twice",
            "1.30",
            asked -> asked.isCreation(1),
            "0.65",
            "kept: A creation is answered",
            "broken: " + creation + " (130 cents were taken, where answer and price list say 65)"),
        slow(
            "a balance that shows a debit after 45 s",
            Duration.ofSeconds(45),
            "1.34",
            "kept: " + creation + " (65 cents were taken, which the balance shows after 4)",
            "kept: The client's ledger"),
        slow(
            "a balance that shows a debit after four minutes",
            Duration.ofMinutes(4),
            "0.65",
            "not seen: " + creation + " (a debit may come later)",
            "not seen: Two creations with one key are"),
        new Case(
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
            List.of("broken: An order with missing fields")),
        new Case(
            "another program that spends before the first creation",
            "0.00",
            service -> service.otherProgram("0.02", Duration.ofSeconds(25), Duration.ofDays(1)),
            List.of("kept: The balance is a number", "not seen: A creation is answered")),
        exchange(
            "another program that spends during a creation and again after it",
            "0.65",
            asked -> asked.isCreation(1),
            (asked, service) -> {
              service.otherProgram("0.02", service.age(), Duration.ofSeconds(25));
              return service.forward(asked);
            },
            "not seen: " + creation + " (67 cents were taken)",
            "not seen: Two creations with one key are"),
        takes(
            "a top-up between two questions",
            "-8.70",
            asked -> asked.isConfirmation(3),
            "-10.00",
            "not seen: A read is answered (another program may use this account)"),
        new Case(
            "free questions that cost",
            "0.50",
            service ->
                service.alter(
                    asked -> {
                      if (asked.isStatusWrite(1)) service.take("0.50");
                      return service.forward(asked);
                    }),
            List.of(
                "not seen: The balance is a number (it changed by -50 cents)",
                "not seen: A creation is answered")));
  }

  private static List<Case> wire() {
    Predicate<Asked> confirmation = asked -> asked.isConfirmation(1);
    Predicate<Asked> creation = asked -> asked.isCreation(1);
    Predicate<Asked> read = asked -> asked.isRead(1);
    BiFunction<Asked, AlteredService, Told> away =
        (asked, service) ->
            told(503, "{\"error\":\"later\"}").apply(asked, service).with("Retry-After", "0");
    return List.of(
        exchange(
            "a redirect to another host",
            "",
            confirmation,
            (asked, service) -> elsewhere(asked, service, 307),
            "broken: A confirmation of a load that does not exist"),
        exchange(
            "a creation that is redirected to another host",
            "0.65",
            creation,
            (asked, service) -> elsewhere(asked, service, 308),
            "broken: A creation is answered",
            "not seen: The same reference under"),
        exchange(
            "a read that is redirected to another host",
            "1.32",
            read,
            (asked, service) -> elsewhere(asked, service, 302),
            "broken: A read is answered"),
        exchange(
            "a slow answer",
            "",
            asked -> asked.isStatusWrite(1),
            (asked, service) -> {
              service.waits.sleep(Duration.ofSeconds(15));
              return service.forward(asked);
            },
            "otherwise: Every question is answered"),
        exchange(
            "a lost answer",
            "",
            confirmation,
            OneThingOtherwiseIT::lost,
            "not seen: A confirmation of a load that does not exist",
            "otherwise: Every question is answered"),
        exchange(
            "a lost answer of a creation",
            "1.30",
            creation,
            OneThingOtherwiseIT::lost,
            "not seen: A creation is answered",
            "not seen: A creation makes a load (65 cents were taken)",
            "not seen: The same reference under",
            "otherwise: Every question is answered"),
        exchange(
            "a lost answer of a refusal",
            "1.34",
            asked -> asked.isCreation(7),
            OneThingOtherwiseIT::lost,
            "not seen: An order with missing fields (0 cents were taken)",
            "kept: An order whose phone",
            "otherwise: Every question is answered"),
        exchange(
            "a 503 with Retry-After: 0",
            "",
            asked -> asked.isPricing(2),
            away,
            "not seen: The price list without a key (answered with 503)"),
        exchange(
            "a paid read with a 503 and Retry-After: 0", "1.32", read, away, "not seen: A read is"),
        exchange(
            "a 408, after which OkHttp would ask again",
            "1.32",
            read,
            told(408, "{\"error\":\"too slow\"}"),
            "broken: A read is answered"),
        exchange(
            "a 421, after which OkHttp would ask again",
            "1.32",
            read,
            told(421, "{\"error\":\"wrong host\"}"),
            "broken: A read is answered"),
        free(
            "a 429",
            asked -> asked.isStatusWrite(1),
            told -> told.withStatus(429).with("Retry-After", "7"),
            "not seen: Every status write (answered with 429)"),
        free(
            "a body that is marked as gzip and is none",
            confirmation,
            told -> told.with("content-encoding", "gzip"),
            "broken: A confirmation of a load that does not exist"),
        free(
            "no X-Request-Id",
            asked -> true,
            told -> told.without("x-request-id"),
            "otherwise: Every success has"));
  }
}
