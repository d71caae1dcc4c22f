package io.freightsdk.examples.contact;

import static io.freightsdk.examples.contact.Check.choice;
import static io.freightsdk.examples.contact.Check.described;
import static io.freightsdk.examples.contact.RunContext.NO_SUCH_LOAD;

import io.freightsdk.examples.contact.Check.Judge;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/** All questions, in the order in which they are asked. */
final class Checks {
  private static final Duration SLOW = Duration.ofSeconds(10);

  /** Ten times what the description says; a list in cents is a hundred times as high. */
  private static final Map<Operation, BigDecimal> NO_PRICE =
      Map.of(
          Operation.CREATE_LOAD, new BigDecimal("6.50"),
          Operation.GET_LOAD_POSITION, new BigDecimal("0.20"));

  private Checks() {}

  /** Free, whatever is answered. */
  static final List<Check> FREE =
      List.of(
          described(
              "The price list has a price for each operation; status and confirmation are free"
                  + " (4.5)",
              facts -> ApiCall.get(Operation.GET_PRICING),
              Checks::prices),
          described(
              "Every status write is answered with 410 STATUS_DOOR_CLOSED (4.3)",
              facts -> ApiCall.setStatus(NO_SUCH_LOAD),
              code("STATUS_DOOR_CLOSED")),
          described(
              "A confirmation of a load that does not exist is answered with 404 (4.4)",
              facts -> ApiCall.confirm(NO_SUCH_LOAD, "{}")),
          described(
              "The balance is a number in USD, and the questions above took nothing (4.6)",
              facts -> ApiCall.get(Operation.GET_BALANCE),
              Checks::balance));

  /** Most may cost. A service that keeps the description takes two loads and a read. */
  static final List<Check> PAID =
      List.of(
          described(
                  "A creation is answered with 201 (4.1)",
                  facts -> facts.create(facts.order(), "first"),
                  Checks::creation)
              .effect("A creation makes a load and takes its price once (4.1)"),
          choice(
                  "Two creations with one key in the same moment are both answered with 201 (8)",
                  facts -> facts.create(facts.orderWithoutReference(), "together").twice())
              .effect("Two creations with one key are one load and one debit (8)"),
          choice(
                  "The same key again, without a reference, is answered with 201 (4.1)",
                  facts -> facts.again(facts.orderWithoutReference(), "together", "together"))
              .effect("The same key again is the same load and takes nothing (4.1)"),
          described(
                  "The same reference under another key is answered with 200 (4.1)",
                  facts -> facts.again(facts.order(), "second", "first").answered(200),
                  Checks::deduplicated)
              .effect("The same reference again is the same load and takes nothing (4.1)"),
          choice(
                  "A known key comes before a known reference: it is replayed with 201 (4.1)",
                  facts -> facts.again(facts.order(), "first", "first"))
              .effect("A known key and reference are the same load and take nothing (4.1)"),
          described(
              "A confirmation before the driver has arrived is answered with 422, a reason (4.4)",
              facts -> ApiCall.confirm(facts.loadNumber(), "{}").answered(422)),
          described(
                  "A read is answered with 200 (4.2)",
                  facts -> ApiCall.read(facts.loadNumber()),
                  (finding, body, facts) -> position(finding, body, facts.loadNumber()))
              .effect("A read takes its price once (4.2)"),
          described(
              "A read of a load that does not exist is answered with 404 and takes nothing (4.2)",
              facts -> ApiCall.read(NO_SUCH_LOAD).answered(404)),
          described(
              "An order with missing fields is answered with 400, their paths; it is free (7)",
              facts -> facts.create(facts.orderWithMissingFields(), "fields").answered(400),
              Checks::missingFields),
          described(
              "An order whose phone is a word is answered with 400 INVALID_DRIVER_PHONE; it is free"
                  + " (7)",
              facts -> facts.create(facts.orderWithWrongPhone(), "phone").answered(400),
              code("INVALID_DRIVER_PHONE")));

  /** One read of a load that is on the road. */
  static final List<Check> ROAD =
      List.of(
          choice(
                  "A load on the road is found, its track in order, its speeds in mph (2.7)",
                  facts -> ApiCall.read(facts.roadLoad),
                  (finding, body, facts) -> {
                    position(finding, body, facts.roadLoad);
                    TrackCheck.track(finding, body);
                  })
              .effect("A read takes its price once (4.2)"));

  /** ReceivedRequest last, and once: whoever watches the service sees a wrong key. */
  static final List<Check> LAST =
      List.of(
          choice(
              "A wrong key is answered with 401 (5)",
              facts -> ApiCall.get(Operation.GET_PRICING).withWrongKey()),
          about("Every body is application/json (1)", false, Checks::contentTypes),
          about(
              "Members, statuses and codes are those that are described (2)", true, Checks::names),
          about("Every question is answered, within 10 s (8)", true, Checks::inTime));

  private static Check about(
      String sentence, boolean isChoice, BiConsumer<Finding, RunContext> judge) {
    Judge ofAll = (finding, body, facts) -> judge.accept(finding, facts);
    return new Check(sentence, isChoice, null, ofAll, null);
  }

  /** The code of an error must be this one. */
  private static Judge code(String expected) {
    return (finding, body, facts) -> {
      String code = body.path("code").stringValue("no code");
      if (!code.equals(expected)) finding.broken(code + " instead of " + expected);
    };
  }

  private static void prices(Finding finding, JsonNode body, RunContext facts) {
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() == null || operation.experimental()) continue;
      BigDecimal usd = facts.prices.usd().get(operation);
      BigDecimal most = NO_PRICE.getOrDefault(operation, BigDecimal.ZERO);
      String name = "`" + operation.priceKey() + "` is ";
      if (usd == null) {
        finding.broken(name + "missing, or no amount of USD");
      } else if (usd.compareTo(most) > 0) {
        finding.broken(
            name + PriceList.cents(usd) + (most.signum() > 0 ? ": is it in cents?" : ""));
      }
    }
  }

  /** It accuses nobody of what is gone: another program may use the account. */
  private static void balance(Finding finding, JsonNode body, RunContext facts) {
    BigDecimal now = PriceList.usd(body.get("balanceUsd"));
    BigDecimal first = facts.answers.get(0).balance();
    if (now == null) {
      finding.broken("`balanceUsd` is missing, or no amount of USD");
    } else if (first == null || now.compareTo(first) != 0) {
      String by = first == null ? "" : " by " + PriceList.cents(now.subtract(first));
      finding.notSeen("it changed" + by + ": they cost, or another program uses this account");
    }
  }

  private static void creation(Finding finding, JsonNode body, RunContext facts) {
    if (body.path("loadNumber").stringValue("").contains("/")) {
      finding.otherwise("load numbers have slashes", "our client refuses such a number");
    }
    if (!body.path("success").booleanValue(true)) finding.broken("`success` is not true");
  }

  private static void deduplicated(Finding finding, JsonNode body, RunContext facts) {
    for (String member : List.of("deduplicated", "ok")) {
      boolean isTrue = body.path(member).booleanValue(false);
      if (!isTrue) finding.broken("`" + member + "` is not true");
    }
  }

  /** What the description lists without "no" in its third column. */
  private static void position(Finding finding, JsonNode body, String loadNumber) {
    for (String member : List.of("createdAt", "stops", "gpsTrack", "pingCount")) {
      if (!body.has(member)) finding.broken("`" + member + "` is missing");
    }
    if (!loadNumber.equals(body.path("loadNumber").stringValue(""))) {
      finding.broken("it names another load");
    }
  }

  private static void missingFields(Finding finding, JsonNode body, RunContext facts) {
    List<String> fields = new ArrayList<>();
    for (JsonNode field : body.path("fields")) fields.add(field.stringValue(""));
    boolean hasAny = fields.contains("deliveries") || fields.contains("pickups.0.zip");
    if (!hasAny) finding.broken("`fields` has neither deliveries nor pickups.0.zip");
  }

  private static void contentTypes(Finding finding, RunContext facts) {
    Map<String, Integer> others = new TreeMap<>();
    for (ApiResponse answer : facts.answers) {
      if (!answer.isJson() && !answer.body().isEmpty()) {
        others.merge(answer.contentType(), 1, Integer::sum);
      }
    }
    others.forEach((type, count) -> finding.broken("`" + type + "` in " + answers(count)));
  }

  private static void names(Finding finding, RunContext facts) {
    Set<String> all = new TreeSet<>();
    int count = 0;
    for (ApiResponse answer : facts.answers) {
      JsonNode body = answer.json();
      Set<String> unnamed = body == null ? Set.of() : Description.unnamed(body);
      if (!unnamed.isEmpty()) count++;
      all.addAll(unnamed);
    }
    if (count == 0) return;
    String seen = "not described: " + String.join(", ", all) + ", in " + answers(count);
    finding.otherwise(seen, "our client reads past them");
  }

  private static String answers(int count) {
    return count == 1 ? "one answer" : count + " answers";
  }

  private static void inTime(Finding finding, RunContext facts) {
    long late = facts.answers.stream().filter(answer -> answer.took().compareTo(SLOW) > 0).count();
    if (late > 0) finding.otherwise(late + " came later", "our client waits 30 s, or as it is set");
    long lost = facts.answers.stream().filter(answer -> answer.lost() != null).count();
    if (lost > 0) finding.otherwise(lost + " did not come", "a paid call is then UNKNOWN");
  }
}
