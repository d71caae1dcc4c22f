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
 * The program against a service that does one thing otherwise: its own row finds it, rows that
 * depend on it are not seen, and no other row says anything wrong. Requests are counted: none
 * leaves twice.
 */
class OneThingOtherwiseIT {
  private static final String NAMED = "Retry-After";

  /** How often each request was sent to our server as it is. */
  private static Map<String, Long> usual;

  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  @BeforeAll
  static void theUsualRun(@TempDir Path folder) {
    try (AlteredService ours = new AlteredService()) {
      Contact.with(ours, folder, "--spend", "2.00", "--yes");
      usual = counted(ours);
    }
  }

  /**
   * A service that does one thing otherwise.
   *
   * @param results the rows that find it, by the beginnings of their sentences
   * @param more requests that are sent beside the usual ones, such as one after a 429
   */
  record Case(
      String name, Consumer<AlteredService> service, Map<String, String> results, int more) {
    /** Whether it is found without a question that may cost, which takes a fraction of the time. */
    boolean isFree() {
      List<String> free =
          Stream.of(Questions.FREE, Questions.ABOUT_ALL, Questions.LAST)
              .flatMap(List::stream)
              .map(Question::sentence)
              .toList();
      return results.keySet().stream()
          .allMatch(result -> free.stream().anyMatch(one -> one.startsWith(result)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void isFoundByItsOwnRowAndByNoOther(Case one) {
    one.service().accept(service);

    String[] arguments = one.isFree() ? new String[0] : new String[] {"--spend", "2.00", "--yes"};
    Contact contact = Contact.with(service, folder, arguments);

    one.results()
        .forEach(
            (sentence, result) ->
                assertThat(contact.row(sentence).result())
                    .as(sentence + "\n" + contact.terminal())
                    .isEqualTo(result));
    assertThat(contact.sentences("broken", "otherwise"))
        .as(contact.terminal())
        .allMatch(said -> one.results().keySet().stream().anyMatch(said::startsWith));
    assertThat(service.gone()).isLessThanOrEqualTo(new BigDecimal("2.00"));
    assertThat(contact.code()).isEqualTo(code(contact));
    assertNothingLeftTwice(one.more());
  }

  private static int code(Contact contact) {
    if (!contact.sentences("broken").isEmpty()) return 1;
    return contact.sentences("not seen").isEmpty() ? 0 : 3;
  }

  private void assertNothingLeftTwice(int more) {
    long extra =
        counted(service).entrySet().stream()
            .mapToLong(sent -> Math.max(0, sent.getValue() - usual.getOrDefault(sent.getKey(), 0L)))
            .sum();
    assertThat(extra).isEqualTo(more);
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
                        asked.headers().containsKey("Idempotency-key") ? "keyed" : "",
                        asked.body())
                    .replaceAll("LD(-|%2F)[0-9-]+((-|%2F)[0-9]+)?", "LD")
                    .replaceAll("[0-9a-f]{24}", "*"))
        .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
  }

  // --- what a service may do otherwise ---

  private static Case answer(
      String name, Predicate<Asked> which, UnaryOperator<Told> change, String... results) {
    return exchange(name, which, (asked, service) -> change.apply(service.forward(asked)), results);
  }

  private static Case exchange(
      String name,
      Predicate<Asked> which,
      BiFunction<Asked, AlteredService, Told> instead,
      String... results) {
    return behaviour(
        name,
        service ->
            service.alter(
                asked ->
                    which.test(asked) ? instead.apply(asked, service) : service.forward(asked)),
        results);
  }

  private static Case behaviour(String name, Consumer<AlteredService> service, String... results) {
    Map<String, String> rows =
        Stream.iterate(0, i -> i < results.length, i -> i + 2)
            .collect(Collectors.toMap(i -> results[i], i -> results[i + 1]));
    return new Case(name, service, rows, 0);
  }

  private static Case takes(String name, Predicate<Asked> which, String usd, String... results) {
    return exchange(
        name,
        which,
        (asked, service) -> {
          service.take(usd);
          return service.forward(asked);
        },
        results);
  }

  private static UnaryOperator<Told> json(Consumer<ObjectNode> change) {
    return told -> told.json(change);
  }

  private static Told sell(Asked asked, AlteredService service) {
    String right = new Orders(Contact.PHONE, () -> "lenient").withoutReference();
    return service.forward(asked.without("Idempotency-key").withBody(right));
  }

  private static Told told(int status, String body) {
    Map<String, String> headers =
        Map.of("content-type", "application/json", "x-request-id", "of-the-test");
    return new Told(status, headers, body);
  }

  static Stream<Case> cases() {
    return Stream.of(
            prices(), refusals(), creations(), repeats(), reads(), wrongOrders(), money(), wire())
        .flatMap(List::stream);
  }

  private static List<Case> prices() {
    Predicate<Asked> first = asked -> asked.isPricing(1);
    return List.of(
        answer(
            "a price without its key",
            first,
            json(body -> ((ObjectNode) body.get("prices")).remove("load_create")),
            "The price list has",
            "broken",
            "A creation is answered",
            "not seen",
            "Our client finds",
            "not seen"),
        answer(
            "a price that no account has",
            first,
            told -> told.withBody(told.body().replace("0.65", "1e999999999")),
            "The price list has",
            "broken",
            "A creation is answered",
            "not seen"),
        answer(
            "a price as text",
            first,
            json(body -> ((ObjectNode) body.get("prices")).put("load_create", "0.65")),
            "The price list has",
            "broken"),
        answer(
            "a status write with a price",
            first,
            json(body -> ((ObjectNode) body.get("prices")).put("status_update", 0.01)),
            "The price list has",
            "broken"),
        answer(
            "another currency",
            first,
            json(body -> body.put("currency", "EUR")),
            "The price list has",
            "broken"),
        answer(
            "an unknown member",
            OneThingOtherwiseIT::isBalanceOfOurKey,
            json(body -> body.put("heldUsd", 1)),
            "The balance is",
            "otherwise"),
        answer(
            "a balance as text",
            OneThingOtherwiseIT::isBalanceOfOurKey,
            json(body -> body.put("balanceUsd", "25.00")),
            "The balance is",
            "broken",
            "A creation is answered",
            "not seen"));
  }

  private static boolean isPricingOfOurClient(Asked asked) {
    boolean isOfOurClient = !asked.headers().getOrDefault("User-agent", "").startsWith("okhttp");
    return asked.path().equals("/v1/agent/pricing") && isOfOurClient;
  }

  private static boolean isBalanceOfOurKey(Asked asked) {
    return asked.isBalance() && asked.headers().containsKey("Authorization");
  }

  private static List<Case> refusals() {
    return List.of(
        exchange(
            "a 401 in HTML",
            asked -> asked.isPricing(2),
            (asked, service) ->
                new Told(401, Map.of("content-type", "text/html"), "<h1>Unauthorized</h1>"),
            "The price list without a key",
            "broken"),
        answer(
            "no key is a 403",
            asked -> asked.isConfirmation(5),
            told -> told.withStatus(403),
            "A confirmation without a key",
            "broken"),
        answer(
            "no key has another code",
            asked -> asked.isStatusWrite(2),
            json(body -> body.put("code", "NO_KEY")),
            "A status write without a key",
            "otherwise"),
        exchange(
            "a wrong key is right",
            asked -> asked.headers().getOrDefault("Authorization", "").contains("not-a-key"),
            (asked, service) -> told(200, "{\"currency\":\"USD\",\"prices\":{}}"),
            "A wrong key",
            "broken"),
        answer(
            "a wrong key has another code",
            asked -> asked.headers().getOrDefault("Authorization", "").contains("not-a-key"),
            json(body -> body.put("code", "UNAUTHORIZED")),
            "A wrong key",
            "otherwise"),
        exchange(
            "a status write is accepted",
            asked -> asked.isStatusWrite(1),
            (asked, service) -> told(200, "{}"),
            "Every status write",
            "broken"),
        answer(
            "a status write has another code",
            asked -> asked.isStatusWrite(1),
            json(body -> body.put("code", "CLOSED")),
            "Every status write",
            "broken"),
        answer(
            "a load that does not exist is confirmed with another status",
            asked -> asked.isConfirmation(1),
            told -> told.withStatus(400),
            "A confirmation of a load that does not exist",
            "broken"),
        answer(
            "the load is checked before the body",
            asked -> asked.isConfirmation(2),
            told -> told.withStatus(404),
            "The body is checked before the load",
            "otherwise"),
        answer(
            "another content type is read",
            asked -> asked.isConfirmation(4),
            told -> told.withStatus(404),
            "A body of another content type",
            "otherwise"),
        answer(
            "a body that is not JSON",
            asked -> asked.isConfirmation(1),
            told -> told.withBody("{\"error\":"),
            "A confirmation of a load that does not exist",
            "broken"));
  }

  private static List<Case> creations() {
    Predicate<Asked> first = asked -> asked.isCreation(1);
    return List.of(
        exchange(
            "load numbers with slashes",
            asked -> true,
            OneThingOtherwiseIT::withSlashes,
            "A creation is answered",
            "otherwise",
            "A read is answered",
            "kept",
            "Our client finds",
            "kept",
            "Our client reads",
            "not seen"),
        answer(
            "a load number that leaves its path",
            first,
            json(body -> body.put("loadNumber", "..")),
            "A creation is answered",
            "otherwise",
            "The same reference",
            "not seen",
            "A read is answered",
            "not seen"),
        answer(
            "a missing member",
            first,
            json(body -> body.remove("driverAppLink")),
            "A creation is answered",
            "broken",
            "The same reference",
            "kept"),
        answer(
            "an id that is a number",
            first,
            json(body -> body.put("loadId", 7)),
            "A creation is answered",
            "broken",
            "The same reference",
            "not seen"),
        answer(
            "a creation with another status",
            first,
            told -> told.withStatus(202),
            "A creation is answered",
            "broken"),
        answer(
            "a link that is none",
            first,
            json(body -> body.put("trackingLink", "no link at all")),
            "A creation is answered",
            "broken"),
        exchange(
            "two at once are two loads",
            asked -> asked.isCreation(2) || asked.isCreation(3),
            (asked, service) -> service.forward(asked.without("Idempotency-key")),
            "Two creations",
            "broken",
            "The same key again",
            "not seen"),
        exchange(
            "a load that gets the number of another",
            asked -> asked.isCreation(2) || asked.isCreation(3) || asked.isCreation(4),
            (asked, service) -> withNumberOfTheFirst(service.forward(asked)),
            "Two creations",
            "broken",
            "The same key again",
            "kept"),
        exchange(
            "one of two at once is refused",
            asked -> asked.isCreation(2),
            (asked, service) -> told(409, "{\"error\":\"in progress\"}"),
            "Two creations",
            "otherwise"));
  }

  private static Told withNumberOfTheFirst(Told told) {
    return told.withBody(told.body().replaceAll("(?<=LD-[0-9]{4}-)[0-9]+", "0001"));
  }

  private static List<Case> repeats() {
    return List.of(
        takes(
            "a replay that charges",
            asked -> asked.isCreation(4),
            "0.65",
            "The same key again",
            "broken"),
        answer(
            "a replay with 200",
            asked -> asked.isCreation(4),
            told -> told.json(OneThingOtherwiseIT::deduplicated).withStatus(200),
            "The same key again",
            "otherwise"),
        exchange(
            "a replay that is refused",
            asked -> asked.isCreation(4),
            (asked, service) -> told(409, "{\"error\":\"known\"}"),
            "The same key again",
            "otherwise"),
        exchange(
            "a key that buys again",
            asked -> asked.isCreation(4),
            OneThingOtherwiseIT::sell,
            "The same key again",
            "broken"),
        exchange(
            "a reference that buys",
            asked -> asked.isCreation(5),
            OneThingOtherwiseIT::sell,
            "The same reference",
            "broken"),
        takes(
            "a reference that charges",
            asked -> asked.isCreation(5),
            "0.65",
            "The same reference",
            "broken"),
        answer(
            "a reference that finds another load",
            asked -> asked.isCreation(5),
            json(body -> body.put("loadNumber", "LD-2026-9998")),
            "The same reference",
            "broken"),
        answer(
            "deduplicated is false",
            asked -> asked.isCreation(5),
            json(body -> body.put("deduplicated", false)),
            "The same reference",
            "broken"),
        exchange(
            "the reference before the key",
            asked -> asked.isCreation(6),
            (asked, service) -> service.forward(asked.without("Idempotency-key")),
            "A known key comes before",
            "otherwise"),
        exchange(
            "another order under a known key is refused",
            asked -> asked.isCreation(13),
            (asked, service) ->
                told(422, "{\"error\":\"another body\",\"code\":\"UNKNOWN_BROKER\"}"),
            "Another order under a known key",
            "otherwise"),
        exchange(
            "another order under a known key is sold",
            asked -> asked.isCreation(13),
            (asked, service) -> service.forward(asked.without("Idempotency-key")),
            "Another order under a known key",
            "broken"),
        exchange(
            "blanks make another reference",
            asked -> asked.isCreation(14),
            (asked, service) ->
                service.forward(asked.withBody(asked.body().replace(" \"", "/x\""))),
            "Blanks around a reference",
            "otherwise"));
  }

  private static Told withSlashes(Asked asked, AlteredService service) {
    String path = asked.path().replace("%2F", "-");
    Told told =
        service.forward(
            new Asked(asked.method(), path, asked.headers(), asked.body(), asked.nth()));
    return told.withBody(told.body().replaceAll("LD-([0-9]+)-([0-9]+)", "LD/$1/$2"));
  }

  private static void deduplicated(ObjectNode body) {
    body.remove(List.of("success", "driverResolution"));
    body.put("ok", true).put("deduplicated", true);
  }

  private static List<Case> reads() {
    return List.of(
        answer(
            "a number as text",
            asked -> asked.isRead(1),
            json(body -> body.put("pingCount", "0")),
            "A read is answered",
            "broken"),
        answer(
            "a position without its stops",
            asked -> asked.isRead(1),
            json(body -> body.remove("stops")),
            "A read is answered",
            "broken"),
        answer(
            "a new status",
            asked -> asked.isRead(1),
            json(body -> body.put("status", "WAITING_FOR_DRIVER")),
            "A read is answered",
            "otherwise"),
        answer(
            "a member that is not described",
            asked -> asked.isRead(1),
            json(body -> body.put("temperature", 4)),
            "A read is answered",
            "otherwise"),
        takes(
            "a read that is charged twice",
            asked -> asked.isRead(1),
            "0.02",
            "A read is answered",
            "broken"),
        answer(
            "another status",
            asked -> asked.isRead(2),
            told -> told.withStatus(403),
            "A read of a load that does not exist",
            "broken"),
        takes(
            "a refused read that costs",
            asked -> asked.isRead(2),
            "0.02",
            "A read of a load that does not exist",
            "broken"),
        exchange(
            "a read without a key",
            asked -> asked.isRead(3),
            (asked, service) ->
                service.forward(
                    new Asked(
                        asked.method(),
                        asked.path(),
                        Map.of("Authorization", "Bearer " + service.broker.agentKey()),
                        asked.body(),
                        3)),
            "A read without a key",
            "broken"),
        takes(
            "a read of our client that is charged twice",
            asked -> asked.isRead(4),
            "0.02",
            "Our client reads",
            "broken"),
        exchange(
            "an early confirmation is accepted",
            asked -> asked.isConfirmation(6),
            (asked, service) ->
                told(200, "{\"ok\":true,\"oldStatus\":\"PLANNED\",\"newStatus\":\"DELIVERED\"}"),
            "A confirmation before",
            "broken"),
        answer(
            "an early confirmation without its reason",
            asked -> asked.isConfirmation(6),
            json(body -> body.remove("reason")),
            "A confirmation before",
            "broken"),
        answer(
            "a wrong date is a 422",
            asked -> asked.isConfirmation(7),
            told -> told.withStatus(422),
            "A confirmation whose bol_received_at",
            "broken"));
  }

  private static List<Case> wrongOrders() {
    return List.of(
        takes(
            "a refusal that costs",
            asked -> asked.isCreation(7),
            "0.65",
            "An order with missing fields",
            "broken"),
        exchange(
            "a wrong body that is sold",
            asked -> asked.isCreation(7),
            OneThingOtherwiseIT::sell,
            "An order with missing fields",
            "broken",
            "An order whose phone",
            "not seen"),
        answer(
            "missing fields that are not named",
            asked -> asked.isCreation(7),
            json(body -> body.putArray("fields").add("customerRef")),
            "An order with missing fields",
            "broken"),
        exchange(
            "a wrong phone that is sold",
            asked -> asked.isCreation(8),
            OneThingOtherwiseIT::sell,
            "An order whose phone",
            "broken"),
        answer(
            "another code",
            asked -> asked.isCreation(8),
            json(body -> body.put("code", "BAD_PHONE")),
            "An order whose phone",
            "broken"),
        exchange(
            "a wrong phone is an error of the service",
            asked -> asked.isCreation(8),
            (asked, service) -> told(500, "{\"error\":\"oops\"}"),
            "An order whose phone",
            "broken"),
        answer(
            "the phone before the fields",
            asked -> asked.isCreation(9),
            json(body -> body.put("code", "INVALID_DRIVER_PHONE").remove("fields")),
            "Of a wrong phone",
            "otherwise"),
        answer(
            "not JSON has another code",
            asked -> asked.isCreation(10),
            json(body -> body.put("code", "INVALID_DRIVER_PHONE")),
            "An order that is not JSON",
            "otherwise"),
        exchange(
            "a creation without a key is sold",
            asked -> asked.isCreation(11),
            (asked, service) ->
                sell(
                    new Asked(
                        asked.method(),
                        asked.path(),
                        Map.of(
                            "Authorization",
                            "Bearer " + service.broker.agentKey(),
                            "Content-type",
                            "application/json"),
                        asked.body(),
                        11),
                    service),
            "A creation without a key",
            "broken"));
  }

  private static List<Case> money() {
    return List.of(
        takes(
            "a creation that is charged twice",
            asked -> asked.isCreation(1),
            "0.65",
            "A creation is answered",
            "broken"),
        takes(
            "somebody spends another sum during a creation",
            asked -> asked.isCreation(1),
            "0.02",
            "A creation is answered",
            "not seen",
            "Two creations",
            "not seen"),
        behaviour(
            "a balance that lags by a minute",
            service -> service.lag(Duration.ofMinutes(1)),
            "A creation is answered",
            "kept",
            "The client's ledger",
            "kept"),
        behaviour(
            "a balance that lags by four minutes",
            service -> service.lag(Duration.ofMinutes(4)),
            "A creation is answered",
            "not seen",
            "Two creations",
            "not seen"),
        behaviour(
            "another program that spends all the time",
            service -> service.otherProgram("0.02", Duration.ZERO),
            "A creation is answered",
            "not seen",
            "A read is answered",
            "not seen",
            "Our client reads",
            "not seen"),
        exchange(
            "a lost answer of a refusal",
            asked -> asked.isCreation(7),
            (asked, service) -> {
              service.forward(asked);
              return Told.NOTHING;
            },
            "An order with missing fields",
            "not seen",
            "An order whose phone",
            "kept",
            "Every question is answered",
            "otherwise"),
        exchange(
            "a price that rises before our client reads it",
            OneThingOtherwiseIT::isPricingOfOurClient,
            (asked, service) -> {
              service.server.price("load_create", "0.90");
              return service.forward(asked);
            },
            "Our client finds",
            "not seen",
            "Our client reads",
            "not seen"),
        exchange(
            "a price list that our client may not read as often",
            OneThingOtherwiseIT::isPricingOfOurClient,
            (asked, service) -> told(429, "{\"error\":\"slowly\"}").with(NAMED, "4"),
            "Our client finds",
            "not seen",
            "A Retry-After is",
            "as our server"),
        behaviour(
            "another program that begins to read later",
            service -> service.otherProgram("0.02", Duration.ofSeconds(80)),
            "A creation is answered",
            "kept",
            "Our client reads",
            "not seen"),
        behaviour(
            "a refusal that costs, and a balance that lags by half a minute",
            service ->
                service
                    .lag(Duration.ofSeconds(30))
                    .alter(
                        asked -> {
                          if (asked.isCreation(7)) service.take("0.65");
                          return service.forward(asked);
                        }),
            "An order with missing fields",
            "broken"),
        answer(
            "a balance that is counted in binary fractions",
            OneThingOtherwiseIT::isBalanceOfOurKey,
            json(body -> body.put("balanceUsd", body.get("balanceUsd").doubleValue() + 4e-15)),
            "A creation is answered",
            "kept",
            "The client's ledger",
            "kept"),
        exchange(
            "a key that is refused from the first creation on",
            asked -> asked.isCreation(1),
            (asked, service) -> {
              service.alter(any -> told(401, "{\"error\":\"expired\",\"code\":\"INVALID_KEY\"}"));
              return told(401, "{\"error\":\"expired\",\"code\":\"INVALID_KEY\"}");
            },
            "A creation is answered",
            "not seen"),
        exchange(
            "the balance does not cover a creation",
            asked -> asked.isCreation(1),
            (asked, service) ->
                told(402, "{\"error\":\"Insufficient funds\",\"code\":\"INSUFFICIENT_FUNDS\"}"),
            "A creation is answered",
            "not seen",
            "The same reference",
            "not seen"));
  }

  /** The same under another name: whoever followed it there would be counted. */
  private static String elsewhere(AlteredService service) {
    return service.url().replace("127.0.0.1", "localhost");
  }

  private static List<Case> wire() {
    Predicate<Asked> patch = asked -> asked.isStatusWrite(1);
    return List.of(
        exchange(
            "a redirect to another host",
            asked -> asked.isConfirmation(1),
            (asked, service) -> told(307, "{}").with("location", elsewhere(service) + asked.path()),
            "A confirmation of a load that does not exist",
            "broken"),
        exchange(
            "a creation that is redirected to another host",
            asked -> asked.isCreation(1),
            (asked, service) -> told(308, "{}").with("location", elsewhere(service) + asked.path()),
            "A creation is answered",
            "broken",
            "The same reference",
            "not seen"),
        exchange(
            "a read that is redirected to another host",
            asked -> asked.isRead(1),
            (asked, service) -> told(302, "{}").with("location", elsewhere(service) + asked.path()),
            "A read is answered",
            "broken"),
        exchange(
            "a slow answer",
            patch,
            (asked, service) -> {
              service.waits.sleep(Duration.ofSeconds(15));
              return service.forward(asked);
            },
            "Every question is answered",
            "otherwise"),
        exchange(
            "a lost answer",
            asked -> asked.isConfirmation(1),
            (asked, service) -> Told.NOTHING,
            "A confirmation of a load that does not exist",
            "not seen",
            "Every question is answered",
            "otherwise"),
        exchange(
            "a lost answer of a creation",
            asked -> asked.isCreation(1),
            (asked, service) -> {
              service.forward(asked);
              return Told.NOTHING;
            },
            "A creation is answered",
            "not seen",
            "The same reference",
            "not seen",
            "Every question is answered",
            "otherwise"),
        exchange(
            "a 503 with Retry-After: 0",
            asked -> asked.isPricing(2),
            (asked, service) ->
                told(503, "{\"error\":\"later\",\"code\":\"BILLING_UNAVAILABLE\"}")
                    .with(NAMED, "0"),
            "The price list without a key",
            "not seen",
            "A Retry-After is",
            "otherwise"),
        exchange(
            "a paid read with a 503 and Retry-After: 0",
            asked -> asked.isRead(1),
            (asked, service) ->
                told(503, "{\"error\":\"later\",\"code\":\"BILLING_UNAVAILABLE\"}")
                    .with(NAMED, "0"),
            "A read is answered",
            "not seen",
            "A Retry-After is",
            "otherwise"),
        exchange(
            "a 408, after which OkHttp would ask again",
            asked -> asked.isRead(1),
            (asked, service) -> told(408, "{\"error\":\"too slow\"}"),
            "A read is answered",
            "broken"),
        exchange(
            "a 421, after which OkHttp would ask again",
            asked -> asked.isRead(1),
            (asked, service) -> told(421, "{\"error\":\"wrong host\"}"),
            "A read is answered",
            "broken"),
        new Case(
            "a 429 that is over after its time",
            service ->
                service.alter(
                    asked ->
                        patch.test(asked)
                            ? told(429, "{\"error\":\"slowly\"}").with(NAMED, "7")
                            : service.forward(asked)),
            Map.of("Every status write", "kept"),
            1),
        new Case(
            "a 429 that is not over",
            service ->
                service.alter(
                    asked ->
                        patch.test(asked) || asked.isStatusWrite(2)
                            ? told(429, "{\"error\":\"slowly\"}").with(NAMED, "7")
                            : service.forward(asked)),
            Map.of("Every status write", "not seen"),
            1),
        answer(
            "a body that is marked as gzip and is none",
            asked -> asked.isConfirmation(1),
            told -> told.with("content-encoding", "gzip"),
            "A confirmation of a load that does not exist",
            "broken"),
        answer(
            "a creation whose body is marked as gzip and is none",
            asked -> asked.isCreation(1),
            told -> told.with("content-encoding", "gzip"),
            "A creation is answered",
            "broken",
            "The same reference",
            "not seen"),
        answer(
            "no X-Request-Id",
            asked -> true,
            told -> told.without("x-request-id"),
            "Every success has an X-Request-Id",
            "otherwise"));
  }
}
