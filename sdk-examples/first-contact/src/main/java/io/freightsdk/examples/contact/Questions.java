package io.freightsdk.examples.contact;

import static io.freightsdk.examples.contact.Question.Most.CREATION;
import static io.freightsdk.examples.contact.Question.Most.NOTHING;
import static io.freightsdk.examples.contact.Question.Most.READ;
import static io.freightsdk.examples.contact.Question.Most.TWO_CREATIONS;

import io.freightsdk.examples.contact.Ask.Auth;
import io.freightsdk.examples.contact.Ask.Send;
import io.freightsdk.examples.contact.Question.Most;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * All questions, in the order in which they are asked. A creation counts as its price, also a wrong
 * one, and so does every read: a service that is more lenient than ours may sell.
 */
final class Questions {
  private static final String NO_CLIENT = "our client does not depend on it";

  /** A service that counts in binary fractions shows less than this in place of nothing. */
  private static final BigDecimal NO_MONEY = new BigDecimal("1e-9");

  private static final Duration SLOW = Duration.ofSeconds(10);
  private static final Duration WRONG_CLOCK = Duration.ofMinutes(1);

  private Questions() {}

  /** Free, whatever is answered. */
  static final List<Question> FREE =
      List.of(
          described(
              "The price list has a price for each operation, and status and confirmation are free",
              "4.5",
              NOTHING,
              facts -> Send.get(Operation.GET_PRICING),
              Questions::prices,
              "getPricing 200"),
          described(
              "The balance is a number in USD",
              "4.6",
              NOTHING,
              facts -> Send.get(Operation.GET_BALANCE),
              Questions::balance,
              "getBalance 200"),
          described(
              "Every status write is answered with 410 STATUS_DOOR_CLOSED",
              "4.3",
              NOTHING,
              facts -> Send.setStatus(Facts.NO_SUCH_LOAD),
              (finding, facts) -> {
                if (finding.expects(410) && finding.conforms()) finding.code("STATUS_DOOR_CLOSED");
              },
              "updateLoadStatus 410",
              "Another answer to a status write than 410."),
          described(
              "A confirmation of a load that does not exist is answered with 404",
              "4.4",
              NOTHING,
              facts -> Send.confirm(Facts.NO_SUCH_LOAD, "{}"),
              (finding, facts) -> {
                if (finding.expects(404)) finding.conforms();
              },
              "confirmDelivery 404"),
          choice(
              "The body is checked before the load: a wrong date for a load that does not exist is 400",
              "7",
              NOTHING,
              facts -> Send.confirm(Facts.NO_SUCH_LOAD, "{\"bol_received_at\":\"yesterday\"}"),
              (finding, facts) -> {
                if (finding.expects(400)) finding.conforms();
              },
              "Which error a call with several faults gets."),
          choice(
              "A body that is not JSON is answered with 400",
              "7",
              NOTHING,
              facts -> Send.confirm(Facts.NO_SUCH_LOAD, Orders.notJson()),
              (finding, facts) -> {
                if (finding.expects(400)) finding.conforms();
              },
              "A body that is not JSON."),
          choice(
              "A body of another content type is answered with 415",
              "7",
              NOTHING,
              facts -> Send.confirm(Facts.NO_SUCH_LOAD, "{}").withContentType("text/plain"),
              (finding, facts) -> {
                if (finding.expects(415)) finding.conforms();
              },
              "Other HTTP errors.",
              "confirmDelivery default"),
          withoutKey("The price list", "4.5", Send.get(Operation.GET_PRICING)),
          withoutKey("The balance", "4.6", Send.get(Operation.GET_BALANCE)),
          withoutKey("A status write", "4.3", Send.setStatus(Facts.NO_SUCH_LOAD)),
          withoutKey("A confirmation", "4.4", Send.confirm(Facts.NO_SUCH_LOAD, "{}")),
          described(
              "The questions above took nothing",
              "1",
              NOTHING,
              facts -> Send.get(Operation.GET_BALANCE),
              Questions::tookNothing));

  /** May cost. A service that keeps the description takes two loads and a read. */
  static final List<Question> PAID =
      List.of(
          described(
              "A creation is answered with 201 and takes its price once",
              "4.1",
              CREATION,
              facts -> Send.create(facts.orders.first(), facts.orders.firstKey),
              Questions::creation,
              "createLoad 201",
              "Load numbers."),
          described(
              "Two creations with one key in the same moment are one load and one debit",
              "8",
              TWO_CREATIONS,
              facts ->
                  new Ask.AtOnce(
                      Send.create(facts.orders.withoutReference(), facts.orders.togetherKey)),
              Questions::together),
          described(
              "The same key again, without a reference, is the same load and takes nothing",
              "4.1",
              CREATION,
              facts ->
                  facts.together == null
                      ? null
                      : Send.create(facts.orders.withoutReference(), facts.orders.togetherKey),
              (finding, facts) -> replay(finding, facts, facts.together),
              "A repeated Idempotency-Key."),
          described(
              "The same reference under another key is answered with 200, that load, and takes nothing",
              "4.1",
              CREATION,
              facts ->
                  facts.first == null
                      ? null
                      : Send.create(facts.orders.first(), facts.orders.secondKey),
              Questions::sameReference,
              "createLoad 200"),
          choice(
              "A known key comes before a known reference: it is replayed with 201",
              "4.1",
              CREATION,
              facts ->
                  facts.first == null
                      ? null
                      : Send.create(facts.orders.first(), facts.orders.firstKey),
              (finding, facts) -> replay(finding, facts, facts.first),
              "A known key with a known customerRef."),
          described(
              "A confirmation before the driver has arrived is answered with 422 and the reason",
              "4.4",
              NOTHING,
              facts -> facts.first == null ? null : Send.confirm(facts.first.loadNumber(), "{}"),
              (finding, facts) -> {
                if (finding.expects(422)) finding.conformsTo("DeliveryNotReadyError");
              },
              "confirmDelivery 422"),
          described(
              "A confirmation whose bol_received_at is no date is answered with 400",
              "4.4",
              NOTHING,
              facts ->
                  facts.first == null
                      ? null
                      : Send.confirm(
                          facts.first.loadNumber(), "{\"bol_received_at\":\"yesterday\"}"),
              (finding, facts) -> {
                if (finding.expects(400)) finding.conforms();
              },
              "confirmDelivery 400"),
          described(
              "A read is answered with 200 and takes its price once",
              "4.2",
              READ,
              facts -> facts.first == null ? null : Send.read(facts.first.loadNumber()),
              Questions::firstRead,
              "getLoadPosition 200"),
          described(
              "A read of a load that does not exist is answered with 404 and takes nothing",
              "4.2",
              READ,
              facts -> Send.read(Facts.NO_SUCH_LOAD),
              (finding, facts) -> {
                if (finding.expects(404)) finding.conforms();
              },
              "getLoadPosition 404"),
          described(
              "An order with missing fields is answered with 400, their paths, and takes nothing",
              "7",
              CREATION,
              facts -> Send.create(facts.orders.withMissingFields(), null),
              Questions::missingFields,
              "createLoad 400"),
          described(
              "An order whose phone is a word is answered with 400 INVALID_DRIVER_PHONE and takes nothing",
              "7",
              CREATION,
              facts -> Send.create(facts.orders.withWrongPhone(), null),
              (finding, facts) -> {
                if (finding.expects(400) && finding.conformsTo("CodedError")) {
                  finding.code("INVALID_DRIVER_PHONE");
                }
              }),
          choice(
              "Of a wrong phone and missing fields the fields are told",
              "7",
              CREATION,
              facts -> Send.create(facts.orders.withWrongPhoneAndMissingFields(), null),
              (finding, facts) -> {
                if (!finding.expects(400) || !finding.conforms()) return;
                if (finding.answer().text("code") != null) {
                  finding.otherwise("the phone is told", NO_CLIENT);
                }
              },
              "Which error a wrong phone and wrong fields get."),
          choice(
              "An order that is not JSON is answered with 400 INVALID_JSON",
              "7",
              CREATION,
              facts -> Send.create(Orders.notJson(), null),
              (finding, facts) -> {
                if (finding.expects(400) && finding.conforms()) finding.codeOfOurs("INVALID_JSON");
              }),
          described(
              "A creation without a key is answered with 401 and takes nothing",
              "5",
              CREATION,
              facts -> Send.create(facts.orders.first(), facts.orders.thirdKey).as(Auth.NONE),
              Questions::unauthorized,
              "createLoad 401"),
          described(
              "A read without a key is answered with 401 and takes nothing",
              "5",
              READ,
              facts ->
                  facts.first == null ? null : Send.read(facts.first.loadNumber()).as(Auth.NONE),
              Questions::unauthorized,
              "getLoadPosition 401"));

  /** May cost where the service chose otherwise, so they come after all others. */
  static final List<Question> LAST_PAID =
      List.of(
          choice(
              "Another order under a known key is answered with the first load",
              "4.1",
              CREATION,
              facts ->
                  facts.first == null
                      ? null
                      : Send.create(facts.orders.other(), facts.orders.firstKey),
              Questions::otherOrder,
              "A known key with another body."),
          choice(
              "Blanks around a reference do not make another one",
              "4.1",
              CREATION,
              facts ->
                  facts.first == null
                      ? null
                      : Send.create(facts.orders.withBlanks(), facts.orders.otherKey),
              Questions::blanks,
              "Equal customerRefs."));

  /** One read of a load that is on the road, and what it says. */
  static final List<Question> ROAD =
      List.of(
          described(
              "A read of a load on the road is answered with 200 and takes its price once",
              "4.2",
              READ,
              facts -> Send.read(facts.roadLoad),
              Questions::roadRead),
          described(
              "The track is in order, of at most 500 points, and pingCount counts them all",
              "2.5",
              NOTHING,
              Questions::ofTheRoad,
              (finding, facts) -> Road.track(finding, Objects.requireNonNull(facts.road))),
          described(
              "Speeds are in miles per hour",
              "2.7",
              NOTHING,
              Questions::ofTheRoad,
              (finding, facts) -> Road.speeds(finding, Objects.requireNonNull(facts.road))),
          described(
              "distanceMiles is the length of the track in miles",
              "2.5",
              NOTHING,
              Questions::ofTheRoad,
              (finding, facts) -> Road.distance(finding, Objects.requireNonNull(facts.road))),
          choice(
              "The eta block has the fields of our server",
              "2.5",
              NOTHING,
              Questions::ofTheRoad,
              (finding, facts) -> Road.eta(finding, Objects.requireNonNull(facts.road)),
              "The fields of the eta block."));

  /** About all answers of the run; nothing is sent. */
  static final List<Question> ABOUT_ALL =
      List.of(
          choice(
              "Every question is answered, within " + SLOW.toSeconds() + " s",
              "8",
              NOTHING,
              facts -> new Ask.Nothing(),
              Questions::inTime),
          choice(
              "Every success has an X-Request-Id",
              "8",
              NOTHING,
              facts -> new Ask.Nothing(),
              (finding, facts) ->
                  each(finding, facts, "X-Request-Id", "our client then names no request")),
          choice(
              "Every success has a Date, of about this machine's time",
              "1",
              NOTHING,
              facts -> new Ask.Nothing(),
              Questions::date,
              "The Date of an answer."),
          choice(
              "A Retry-After is seconds above 0, or a date",
              "8",
              NOTHING,
              facts -> new Ask.Nothing(),
              Questions::retryAfter));

  /** Asked last, and once: whoever watches the service sees a wrong key. */
  static final List<Question> LAST =
      List.of(
          choice(
              "A wrong key is answered with 401 INVALID_KEY",
              "5",
              NOTHING,
              facts -> Send.get(Operation.GET_PRICING).as(Auth.WRONG),
              (finding, facts) -> {
                if (finding.answer().lost() == null && finding.answer().status() / 100 == 2) {
                  finding.broken("a wrong key was answered with " + finding.answer().status());
                } else if (finding.expects(401) && finding.conforms()) {
                  finding.codeOfOurs("INVALID_KEY");
                }
              },
              "The code for an invalid key."));

  /** All of them. */
  static List<Question> all() {
    return Stream.of(FREE, PAID, ClientRun.QUESTIONS, LAST_PAID, ROAD, ABOUT_ALL, LAST)
        .flatMap(List::stream)
        .toList();
  }

  private static Question described(
      String sentence,
      String section,
      Most most,
      Function<Facts, @Nullable Ask> ask,
      BiConsumer<Finding, Facts> judge,
      String... covers) {
    return new Question(sentence, section, false, most, List.of(covers), ask, judge);
  }

  private static Question choice(
      String sentence,
      String section,
      Most most,
      Function<Facts, @Nullable Ask> ask,
      BiConsumer<Finding, Facts> judge,
      String... covers) {
    return new Question(sentence, section, true, most, List.of(covers), ask, judge);
  }

  private static Question withoutKey(String what, String section, Send send) {
    return described(
        what + " without a key is answered with 401",
        section,
        NOTHING,
        facts -> send.as(Auth.NONE),
        Questions::unauthorized,
        send.operation().id() + " 401");
  }

  private static void unauthorized(Finding finding, Facts facts) {
    if (finding.expects(401) && finding.conforms()) finding.codeOfOurs("MISSING_KEY");
  }

  private static void prices(Finding finding, Facts facts) {
    if (!finding.expects(200)) return;
    JsonNode body = finding.answer().json();
    if (body != null) PriceList.addNotFree(body, facts.notFree);
    if (!finding.conforms()) return;
    JsonNode prices = finding.body().path("prices");
    facts.prices = PriceList.of(finding.body());
    for (Operation operation : Operation.values()) {
      String key = operation.priceKey();
      if (key == null || operation.experimental()) continue;
      JsonNode price = prices.get(key);
      BigDecimal usd = Facts.usd(price);
      if (price == null) {
        finding.broken("`prices." + key + "` is missing");
      } else if (usd == null || usd.signum() < 0) {
        finding.broken("`prices." + key + "` is no amount of USD");
      } else if (!PriceList.isPaid(operation) && usd.signum() != 0) {
        finding.broken("`prices." + key + "` is not 0");
      }
    }
  }

  private static void balance(Finding finding, Facts facts) {
    if (!finding.expects(200) || !finding.conforms()) return;
    JsonNode usd = finding.body().get("balanceUsd");
    if (usd == null) finding.broken("`balanceUsd` is missing");
    else if (Facts.usd(usd) == null) finding.broken("`balanceUsd` is no amount of USD");
  }

  /** It accuses nobody: another program may use the account. */
  private static void tookNothing(Finding finding, Facts facts) {
    if (!finding.expects(200)) return;
    BigDecimal now = Facts.balance(finding.answer());
    BigDecimal first =
        facts.answers.stream()
            .filter(answer -> answer.operation() == Operation.GET_BALANCE)
            .map(Facts::balance)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (now == null || first == null) {
      finding.notSeen("the balance cannot be read");
    } else if (now.subtract(first).abs().compareTo(NO_MONEY) > 0) {
      finding.notSeen(
          "the balance changed by "
              + Run.cents(now.subtract(first))
              + ": they may cost, or another program uses this account");
    }
  }

  private static void creation(Finding finding, Facts facts) {
    if (!finding.expects(201)) return;
    boolean conforms = finding.conforms();
    // Whatever else is wrong: what is asked next needs only the load.
    Facts.Load created = facts.load(finding.answer());
    facts.first = created == null || leavesItsPath(created.loadNumber()) ? null : created;
    if (!conforms) return;
    if (created == null) {
      finding.broken("`loadNumber` is blank");
      return;
    }
    String number = created.loadNumber();
    if (ClientRun.refuses(number)) {
      finding.otherwise(
          "load numbers have another form",
          "our client refuses this one: it takes no slashes, dots alone, or more than 128 characters");
    } else if (!number.matches("LD-[0-9]{4}-[0-9]{4,}")) {
      finding.otherwise("load numbers have another form", NO_CLIENT);
    }
    if (!created.loadId().matches("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      finding.otherwise("`loadId` is no UUID", "our ledger compares loads by it");
    }
    JsonNode success = finding.body().get("success");
    if (success != null && !success.booleanValue(false)) finding.broken("`success` is not true");
  }

  /** What is asked about such a load would call another operation. */
  private static boolean leavesItsPath(String loadNumber) {
    return loadNumber.equals(".") || loadNumber.equals("..");
  }

  /** Both may be answered 201; a 200 or a 409 for one of them is a choice. */
  private static void together(Finding finding, Facts facts) {
    List<Facts.Load> loads = new ArrayList<>();
    for (Answer answer : finding.answers()) {
      if (answer.status() == 409) {
        finding.otherwise(
            "one of them was answered with 409", "our client then tries again under the key");
        continue;
      }
      if (!finding.expects(answer, 201, 200)) continue;
      finding.conforms(answer);
      if (answer.status() == 200) {
        finding.otherwise("one of them was answered with 200", NO_CLIENT);
      }
      Facts.Load load = facts.load(answer);
      if (load != null) loads.add(load);
    }
    if (loads.isEmpty()) {
      if (finding.is(Verdict.OTHERWISE)) finding.notSeen("none of them names a load");
      return;
    }
    if (loads.size() == 2 && !loads.get(0).equals(loads.get(1))) {
      finding.sold("they are two loads");
      return;
    }
    Facts.Load load = loads.get(0);
    facts.together = load;
    boolean isTaken =
        facts.first != null
            && load.loadNumber().equals(facts.first.loadNumber())
            && !load.loadId().equals(facts.first.loadId());
    if (isTaken) finding.broken("another load has the same `loadNumber`");
  }

  /** A creation under its key once more: the load that it made, with 201 as our server. */
  private static void replay(Finding finding, Facts facts, Facts.@Nullable Load first) {
    if (first == null) return;
    Answer answer = finding.answer();
    if (answer.status() == 409) {
      finding.otherwise("answered with 409", "our client then tries again under the key, in vain");
      return;
    }
    if (!finding.expects(201, 200) || !finding.conforms()) return;
    sameLoad(finding, facts, first);
    if (answer.status() == 200) {
      finding.otherwise("answered with 200 instead of 201", "our client reads both");
    }
  }

  private static void sameLoad(Finding finding, Facts facts, Facts.Load first) {
    Facts.Load again = facts.load(finding.answer());
    if (first.equals(again)) return;
    if (finding.answer().status() == 201) {
      finding.sold("it names another load");
    } else {
      finding.broken("it names another load");
    }
  }

  private static void sameReference(Finding finding, Facts facts) {
    if (!finding.expects(200) || !finding.conforms()) return;
    sameLoad(finding, facts, Objects.requireNonNull(facts.first));
    JsonNode body = finding.body();
    if (!body.path("deduplicated").booleanValue(false)) {
      finding.broken("`deduplicated` is not true");
    }
    if (!body.path("ok").booleanValue(false)) finding.broken("`ok` is not true");
  }

  private static void firstRead(Finding finding, Facts facts) {
    Facts.Load first = Objects.requireNonNull(facts.first);
    position(finding, first.loadNumber());
    if (finding.answer().status() != 200) return;
    String status = finding.answer().text("status");
    if (status != null
        && Description.PUBLISHED.names().contains(status)
        && !status.equals("PLANNED")) {
      finding.otherwise("a new load is " + status, NO_CLIENT);
    }
  }

  private static void roadRead(Finding finding, Facts facts) {
    if (finding.answer().status() == 404) {
      finding.notSeen("no load has this number");
      return;
    }
    position(finding, facts.roadLoad);
    if (finding.answer().status() == 200 && finding.answer().json() != null) {
      facts.road = finding.answer().json();
    }
  }

  private static @Nullable Ask ofTheRoad(Facts facts) {
    return facts.road == null ? null : new Ask.Nothing();
  }

  /** What the description lists without "no" in its third column. */
  private static void position(Finding finding, String loadNumber) {
    if (!finding.expects(200) || !finding.conforms()) return;
    JsonNode body = finding.body();
    for (String member : List.of("createdAt", "stops", "gpsTrack", "pingCount")) {
      if (!body.has(member)) finding.broken("`" + member + "` is missing");
    }
    if (!loadNumber.equals(finding.answer().text("loadNumber"))) {
      finding.broken("it names another load");
    }
  }

  private static void missingFields(Finding finding, Facts facts) {
    if (!finding.expects(400) || !finding.conformsTo("MissingFieldsError")) return;
    List<String> fields = new ArrayList<>();
    for (JsonNode field : finding.body().path("fields")) {
      fields.add(field.stringValue(""));
    }
    boolean hasAny = fields.contains("deliveries") || fields.contains("pickups.0.zip");
    if (!hasAny) {
      finding.broken("`fields` has neither deliveries nor pickups.0.zip");
    } else if (!fields.containsAll(List.of("deliveries", "pickups.0.zip"))) {
      finding.otherwise("`fields` has only one of the two", NO_CLIENT);
    }
  }

  private static void otherOrder(Finding finding, Facts facts) {
    Answer answer = finding.answer();
    boolean isRefused = List.of(400, 409, 422).contains(answer.status());
    if (isRefused) {
      finding.otherwise("refused with " + answer.status(), "our client reports it as a failure");
      return;
    }
    if (!finding.expects(201, 200) || !finding.conforms()) return;
    sameLoad(finding, facts, Objects.requireNonNull(facts.first));
    if (answer.status() == 200) finding.otherwise("answered with 200", "our client reads both");
  }

  private static void blanks(Finding finding, Facts facts) {
    if (!finding.expects(200, 201) || !finding.conforms()) return;
    if (finding.answer().status() == 201) {
      finding.otherwise(
          "they make another load, and it is sold",
          "our client sends references as they are given: send them without blanks");
    } else {
      sameLoad(finding, facts, Objects.requireNonNull(facts.first));
    }
  }

  private static void inTime(Finding finding, Facts facts) {
    long lost = facts.answers.stream().filter(answer -> answer.lost() != null).count();
    long slow = facts.answers.stream().filter(one -> one.took().compareTo(SLOW) > 0).count();
    if (lost > 0) {
      finding.otherwise(lost + " had no answer", "our client reports UNKNOWN for a paid call then");
    }
    if (slow > lost) {
      finding.otherwise(slow + " took longer", "our client waits 30 s, unless it is set otherwise");
    }
  }

  /** Of successes: a gateway before the service answers for itself, and otherwise. */
  private static void each(Finding finding, Facts facts, String header, String client) {
    List<Answer> came = facts.answers.stream().filter(one -> one.status() / 100 == 2).toList();
    long without = came.stream().filter(one -> one.header(header) == null).count();
    if (came.isEmpty()) finding.notSeen("no success came");
    if (without > 0) finding.otherwise(without + " of " + came.size() + " have none", client);
  }

  private static void date(Finding finding, Facts facts) {
    each(
        finding, facts, "Date", "a Retry-After that is a date is then read by this machine's time");
    for (Answer answer : facts.answers) {
      String value = answer.header("Date");
      if (value == null) continue;
      Instant date = RetryAfter.date(value);
      if (date == null) {
        finding.otherwise("it has another form", "our client then goes by this machine's time");
      } else if (Duration.between(answer.at(), date).abs().compareTo(WRONG_CLOCK) > 0) {
        finding.otherwise("it is more than a minute off", "our client goes by the service's time");
      }
      return;
    }
  }

  private static void retryAfter(Finding finding, Facts facts) {
    long refused = 0;
    for (Answer answer : facts.answers) {
      if (answer.status() == 429 || answer.status() == 503) refused++;
      if (answer.header("Retry-After") == null) continue;
      Duration wait = RetryAfter.said(answer, answer.at());
      if (wait == null || wait.isZero()) {
        finding.otherwise(
            "a " + answer.status() + " said " + (wait == null ? "something else" : "0"),
            "our client then waits as long as it would without");
      }
    }
    if (refused == 0) finding.remark("no 429 and no 503 came");
  }
}
