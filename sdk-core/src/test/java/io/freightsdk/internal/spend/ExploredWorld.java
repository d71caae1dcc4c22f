package io.freightsdk.internal.spend;

import io.freightsdk.Charge.Kind;
import io.freightsdk.internal.spend.Rules.Request;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One state of a small world: books, a service that takes each key once, and callers between them.
 * Amounts are USD; what calls the rules is what {@link SpendBooks} does.
 */
final class ExploredWorld {
  /**
   * How far the search goes.
   *
   * @param calls of each caller; a repeat counts as one
   * @param prices changes of the price
   * @param readings of the price list
   * @param times how often time passes
   * @param balances comparisons with the balance
   */
  record Bound(int callers, int calls, int prices, int readings, int times, int balances) {}

  /** A step that can be taken. */
  record Step(String name, Function<ExploredWorld, @Nullable String> take) {}

  private static final long START = Times.micros(java.time.Instant.parse("2026-03-02T10:00:00Z"));
  private static final Duration AT_MOST = Duration.ofSeconds(30);
  private static final long HOUR = Times.micros(Duration.ofHours(1));
  private static final long SERVICE_FORGETS = Times.micros(Duration.ofHours(24));
  private static final int[] PRICES = {20, 10, 30};
  private static final int CAP = 60;
  private static final int CAP_OF_AN_HOUR = 40;
  private static final List<SpendLimit> LIMITS =
      SpendScope.client(
              SpendLimits.builder()
                  .total(new BigDecimal(CAP))
                  .per(Duration.ofHours(1), new BigDecimal(CAP_OF_AN_HOUR))
                  .build())
          .limits();
  private static final SpendScope CLIENT = SpendScope.client(SpendLimits.none());

  private enum At {
    IDLE,
    HELD,
    /** The service has taken it, and its answer is on the way. */
    TAKEN,
    /** The service has refused it, and its answer is on the way. */
    REFUSED,
    /** Nobody will answer. */
    LOST,
    DEAD
  }

  private static final class Caller implements Cloneable {
    At at = At.IDLE;
    int calls;
    @Nullable String key;
    @Nullable SpendHold hold;
    String token = "";
    long until;
    @Nullable String load;

    /** What was told last, to be told again. */
    @Nullable SpendHold toldHold;

    List<SpendEntry> told = List.of();

    /** Prices that the books may take its charge for. */
    List<Integer> seen = List.of();

    Caller copy() {
      try {
        return (Caller) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    String name() {
      return at.ordinal()
          + ","
          + calls
          + key
          + load
          + token
          + until
          + seen
          + (hold == null ? "" : hold.amountUsd() + "@" + hold.since() + hold.charged())
          + (toldHold == null ? "" : told.get(0).outcome() + told.get(0).loadNumber());
    }
  }

  /** Money that the service has taken. */
  private record Charge(
      String token,
      @Nullable String key,
      String load,
      long at,
      int price,
      int held,
      List<Integer> seen,
      boolean read) {
    String name() {
      return token + key + load + at + ',' + price + ',' + held + seen + read;
    }

    /** What the books must count of it: a rise that nobody has read is not seen. */
    int known() {
      return seen.contains(price) ? price : Math.min(price, held);
    }
  }

  private final Bound left;
  private final ExploredBook book;
  private final Caller[] callers;
  private final List<Charge> charges;
  private int price;
  private int readPrice;
  private int told;
  private Reconciling.@Nullable Seen seen;
  private int balanceSeen;

  ExploredWorld(Bound bound) {
    left = bound;
    book = new ExploredBook(START);
    callers = new Caller[bound.callers];
    for (int i = 0; i < callers.length; i++) callers[i] = new Caller();
    charges = new ArrayList<>();
    price = PRICES[0];
    transaction(
        rules -> {
          read(rules);
          return true;
        });
  }

  private ExploredWorld(ExploredWorld other, Bound left) {
    this.left = left;
    book = new ExploredBook(other.book);
    callers = new Caller[other.callers.length];
    for (int i = 0; i < callers.length; i++) callers[i] = other.callers[i].copy();
    charges = new ArrayList<>(other.charges);
    price = other.price;
    readPrice = other.readPrice;
    told = other.told;
    seen = other.seen;
    balanceSeen = other.balanceSeen;
  }

  /** The state after a step, and which promise the step broke. */
  record Next(ExploredWorld world, @Nullable String broken) {}

  Next after(Step step) {
    return new Next(this, null).world.take(step);
  }

  private Next take(Step step) {
    ExploredWorld next = new ExploredWorld(this, spent(step));
    String broken = step.take.apply(next);
    return new Next(next, broken != null ? broken : next.brokenPromise());
  }

  private Bound spent(Step step) {
    return switch (step.name.charAt(0)) {
      case '$' ->
          new Bound(
              left.callers, left.calls, left.prices - 1, left.readings, left.times, left.balances);
      case '?' ->
          new Bound(
              left.callers, left.calls, left.prices, left.readings - 1, left.times, left.balances);
      case '+' ->
          new Bound(
              left.callers, left.calls, left.prices, left.readings, left.times - 1, left.balances);
      case '=' ->
          new Bound(
              left.callers, left.calls, left.prices, left.readings, left.times, left.balances - 1);
      default -> left;
    };
  }

  /** Names the state: two that have the same name go on alike. */
  long name() {
    long name = ExploredBook.mix(book.hash(), price * 100L + readPrice);
    name = ExploredBook.mix(name, left.hashCode());
    for (Caller caller : callers) name = ExploredBook.mix(name, ExploredBook.hash(caller.name()));
    for (Charge charge : charges) name = ExploredBook.mix(name, ExploredBook.hash(charge.name()));
    String compared = seen == null ? "" : seen.last() + "," + seen.least() + "," + balanceSeen;
    return ExploredBook.mix(name, ExploredBook.hash(compared));
  }

  // --- what can happen ---

  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < callers.length; i++) stepsOf(i, steps);
    if (left.prices > 0) {
      for (int other : PRICES) {
        if (other == price) continue;
        steps.add(
            new Step(
                "$ the price becomes " + other,
                world -> {
                  world.price = other;
                  return null;
                }));
      }
    }
    if (left.readings > 0 && readPrice != price) {
      steps.add(
          new Step(
              "? the price list is read",
              world -> {
                world.transaction(
                    rules -> {
                      world.read(rules);
                      return true;
                    });
                return null;
              }));
    }
    if (left.times > 0) {
      steps.add(time("+ 90 seconds pass", Duration.ofSeconds(90)));
      steps.add(time("+ an hour and a bit passes", Duration.ofMinutes(62)));
      steps.add(time("+ a day passes", Duration.ofHours(24)));
    }
    if (seen != null) steps.add(new Step("the balance is compared", ExploredWorld::compare));
    else if (left.balances > 0) {
      steps.add(
          new Step(
              "= price list and balance are read",
              world -> {
                world.transaction(
                    rules -> {
                      world.read(rules);
                      return true;
                    });
                world.seen = world.transaction(rules -> new Reconciling(rules).begin());
                world.balanceSeen = world.balance();
                return null;
              }));
    }
    return steps;
  }

  private void stepsOf(int i, List<Step> steps) {
    Caller caller = callers[i];
    String who = "caller " + i;
    boolean held = book.now < caller.until;
    switch (caller.at) {
      case IDLE -> {
        if (caller.calls < left.calls) {
          // The first two may share a key; a read has none.
          if (i < 2) {
            steps.add(
                new Step(who + " reserves with key A", world -> world.reserve(i, "A", false)));
            steps.add(
                new Step(
                    who + " reserves with key A, and its commit is not answered",
                    world -> world.reserve(i, "A", true)));
          }
          if (i == 1) {
            steps.add(
                new Step(who + " reserves with key B", world -> world.reserve(i, "B", false)));
          }
          if (i == callers.length - 1) {
            steps.add(
                new Step(who + " reserves without a key", world -> world.reserve(i, null, false)));
          }
        }
        if (caller.toldHold != null) {
          steps.add(new Step(who + " tells it again", world -> world.tellAgain(i)));
        }
      }
      case HELD -> {
        if (held) {
          steps.add(new Step(who + " sends, and the service takes it", world -> world.taken(i)));
          steps.add(
              new Step(
                  who + " sends, and the service refuses it", world -> world.is(i, At.REFUSED)));
          steps.add(new Step(who + " sends, and it is lost", world -> world.is(i, At.LOST)));
        }
        steps.add(new Step(who + " gives up before it sends", world -> world.tell(i, null)));
        steps.add(new Step(who + " dies", world -> world.is(i, At.DEAD)));
      }
      case TAKEN -> {
        steps.add(new Step(who + " tells the charge", world -> world.tell(i, Kind.CHARGED)));
        steps.add(new Step(who + " loses the answer", world -> world.is(i, At.LOST)));
        steps.add(new Step(who + " dies", world -> world.is(i, At.DEAD)));
      }
      case REFUSED -> {
        steps.add(new Step(who + " tells the refusal", world -> world.tell(i, Kind.NONE)));
        steps.add(new Step(who + " dies", world -> world.is(i, At.DEAD)));
      }
      case LOST -> {
        steps.add(
            new Step(who + " tells that it does not know", world -> world.tell(i, Kind.UNKNOWN)));
        if (caller.calls < left.calls) {
          steps.add(
              new Step(
                  who + " tells that it does not know, and tries again", world -> world.again(i)));
        }
      }
      case DEAD -> {}
    }
  }

  private Step time(String name, Duration passes) {
    long micros = Times.micros(passes);
    return new Step(
        name,
        world -> {
          world.book.now += micros;
          return null;
        });
  }

  // --- what happens ---

  private <T> T transaction(Function<Rules, T> work) {
    return transaction(false, work);
  }

  private <T> T transaction(boolean repeated, Function<Rules, T> work) {
    book.begin(repeated);
    return work.apply(new Rules(book, book.now));
  }

  private void read(Rules rules) {
    long nano = NanoUsd.of(new BigDecimal(price));
    Map<String, Long> prices = new LinkedHashMap<>();
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() != null) prices.put(operation.priceKey(), nano);
    }
    new Repricing(rules)
        .told(new Reading(prices, book.now, book.now, rules.head.last), "r" + told++);
    readPrice = price;
    for (Caller caller : callers) {
      if (caller.hold != null) caller.seen = with(caller.seen, price);
    }
    // The first reading after a charge says what it cost; later ones cannot.
    charges.replaceAll(
        one ->
            one.read
                ? one
                : new Charge(
                    one.token,
                    one.key,
                    one.load,
                    one.at,
                    one.price,
                    one.held,
                    with(one.seen, price),
                    true));
  }

  private static List<Integer> with(List<Integer> seen, int price) {
    List<Integer> all = new ArrayList<>(seen);
    if (!all.contains(price)) all.add(price);
    return List.copyOf(all);
  }

  private String is(int i, At at) {
    callers[i].at = at;
    if (at == At.LOST) callers[i].load = null;
    return null;
  }

  private Purchase purchase(@Nullable String key) {
    Operation operation = key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD;
    String digest = key == null ? "" : "body";
    return new Purchase(operation, key, digest, CLIENT, AT_MOST, true, true);
  }

  private Request request(int i, @Nullable String key) {
    return new Request(
        purchase(key), new BigDecimal(readPrice), LIMITS, i + "." + callers[i].calls, false);
  }

  private @Nullable String reserve(int i, @Nullable String key, boolean unanswered) {
    callers[i].calls++;
    Request request = request(i, key);
    SpendDecision decision = transaction(rules -> rules.reserve(request, false));
    if (unanswered) {
      decision = transaction(true, rules -> rules.reserve(request, false));
    }
    return decided(i, request, decision);
  }

  private @Nullable String decided(int i, Request request, SpendDecision decision) {
    Caller caller = callers[i];
    caller.toldHold = null;
    caller.told = List.of();
    if (!(decision instanceof SpendHold hold)) {
      caller.at = At.IDLE;
      caller.hold = null;
      return null;
    }
    caller.at = At.HELD;
    caller.hold = hold;
    caller.key = request.what().idempotencyKey();
    caller.token = request.token();
    caller.until = book.now + Times.micros(AT_MOST);
    caller.load = null;
    caller.seen = List.of(readPrice);
    if (hold.charged() != null) {
      boolean charged = charges.stream().anyMatch(one -> caller.key.equals(one.key));
      return charged ? null : "a key that was not charged is told as charged";
    }
    int most = 0;
    int ofThisHour = 0;
    for (Charge charge : charges) {
      most += charge.known();
      if (charge.at > book.now - HOUR) ofThisHour += charge.known();
    }
    Map<String, Integer> onTheWay = new HashMap<>();
    for (Caller one : callers) {
      boolean mayBeTaken =
          one.hold != null && one.at == At.HELD && book.now < one.until && charged(one.key) == null;
      if (mayBeTaken)
        onTheWay.merge(
            one.key == null ? one.token : one.key, one.hold.amountUsd().intValue(), Math::max);
    }
    int held = onTheWay.values().stream().mapToInt(Integer::intValue).sum();
    // A repeat of a charged key whose answers were lost reserves what is counted already.
    if (charged(caller.key) != null) return null;
    if (most + held > CAP) return "%d of %d in all".formatted(most + held, CAP);
    if (ofThisHour + held > CAP_OF_AN_HOUR)
      return "%d of %d in an hour".formatted(ofThisHour + held, CAP_OF_AN_HOUR);
    return null;
  }

  /** What the service still knows of a key. */
  private @Nullable Charge charged(@Nullable String key) {
    for (Charge charge : charges) {
      if (key != null && key.equals(charge.key) && book.now < charge.at + SERVICE_FORGETS)
        return charge;
    }
    return null;
  }

  private @Nullable String taken(int i) {
    Caller caller = callers[i];
    caller.at = At.TAKEN;
    Charge known = charged(caller.key);
    if (known != null) {
      caller.load = known.load;
      return null;
    }
    boolean second =
        caller.key != null && charges.stream().anyMatch(one -> caller.key.equals(one.key));
    caller.load = "L" + charges.size();
    charges.add(
        new Charge(
            caller.token,
            caller.key,
            caller.load,
            book.now,
            price,
            caller.hold.amountUsd().intValue(),
            caller.seen,
            false));
    if (second) return "a key has bought a second load";
    int believed = 0;
    int ofThisHour = 0;
    for (Charge charge : charges) {
      int least = Math.min(charge.price, charge.held);
      believed += least;
      if (charge.at > book.now - HOUR) ofThisHour += least;
    }
    if (believed > CAP) return "the service took %d of %d in all".formatted(believed, CAP);
    if (ofThisHour > CAP_OF_AN_HOUR)
      return "the service took %d of %d in an hour".formatted(ofThisHour, CAP_OF_AN_HOUR);
    return null;
  }

  private SpendEntry attempt(Caller caller, Kind outcome) {
    BigDecimal usd = outcome == Kind.NONE ? BigDecimal.ZERO : caller.hold.amountUsd();
    String load = outcome != Kind.NONE && caller.key != null ? caller.load : null;
    return new SpendEntry(
        0,
        Times.instant(book.now),
        purchase(caller.key).operation(),
        load,
        caller.key,
        null,
        1,
        outcome,
        usd,
        SpendScope.CLIENT,
        BigDecimal.ZERO);
  }

  /**
   * @param said null if nothing was sent
   */
  private @Nullable String tell(int i, @Nullable Kind said) {
    Caller caller = callers[i];
    // A client does not say at which of two prices an earlier attempt was charged.
    boolean unsure = said == Kind.CHARGED && caller.hold.lostAtAnotherPrice();
    Kind outcome = unsure ? Kind.UNKNOWN : said;
    List<SpendEntry> attempts = outcome == null ? List.of() : List.of(attempt(caller, outcome));
    SpendHold hold = caller.hold;
    List<SpendEntry> booked = transaction(rules -> rules.settle(hold, attempts));
    caller.at = At.IDLE;
    caller.hold = null;
    if (outcome != null) {
      caller.toldHold = hold;
      caller.told = attempts;
    }
    return lie(caller, outcome, booked);
  }

  private @Nullable String tellAgain(int i) {
    Caller caller = callers[i];
    SpendHold hold = caller.toldHold;
    List<SpendEntry> attempts = caller.told;
    caller.toldHold = null;
    caller.told = List.of();
    transaction(rules -> rules.settle(hold, attempts));
    return null;
  }

  /** Books what is not known, and reserves for the next attempt, as one change. */
  private @Nullable String again(int i) {
    Caller caller = callers[i];
    List<SpendEntry> attempts = List.of(attempt(caller, Kind.UNKNOWN));
    SpendHold hold = caller.hold;
    caller.calls++;
    Request request = request(i, caller.key);
    SpendDecision decision =
        transaction(
            rules -> {
              rules.settle(hold, attempts);
              return rules.reserve(request, false);
            });
    return decided(i, request, decision);
  }

  private @Nullable String lie(Caller caller, @Nullable Kind outcome, List<SpendEntry> booked) {
    if (outcome != Kind.CHARGED || booked.isEmpty()) return null;
    SpendEntry told = booked.get(booked.size() - 1);
    if (told.outcome() != Kind.NONE) return null;
    for (Line line : book.lines) {
      SpendEntry entry = line.entry();
      boolean carries =
          entry.outcome() == Kind.CHARGED
              && java.util.Objects.equals(entry.idempotencyKey(), caller.key);
      if (carries && caller.key != null) return null;
    }
    return "a charge is told as none";
  }

  private int balance() {
    return 1_000 - charges.stream().mapToInt(Charge::price).sum();
  }

  private @Nullable String compare() {
    Reconciling.Seen before = seen;
    seen = null;
    List<Line> open = book.lines.stream().filter(Line::isOpen).toList();
    Verdict verdict =
        transaction(
                rules ->
                    new Reconciling(rules).compare(NanoUsd.of(new BigDecimal(balanceSeen)), before))
            .verdict();
    boolean allRead = charges.stream().allMatch(one -> one.seen.contains(one.price));
    if (!allRead) return null;
    if (verdict == Verdict.MONEY_CAME || verdict == Verdict.DOES_NOT_FIT)
      return "the balance is told as " + verdict;
    if (verdict != Verdict.ALL && verdict != Verdict.NOTHING) return null;
    for (Line was : open) {
      Line is =
          book.lines.stream()
              .filter(one -> one.entry().id() == was.entry().id())
              .findFirst()
              .orElseThrow();
      if (is.isOpen() || was.entry().attempt() == Repricing.CHANGE_OF_PRICE) continue;
      String key = was.entry().idempotencyKey();
      boolean charged =
          charges.stream()
              .anyMatch(one -> key == null ? one.token.equals(was.token()) : key.equals(one.key));
      boolean told = is.entry().outcome() == Kind.CHARGED;
      if (charged != told)
        return "the balance says "
            + is.entry().outcome()
            + " of what is "
            + (charged ? "" : "not ")
            + "charged";
    }
    return null;
  }

  // --- what always holds ---

  private @Nullable String brokenPromise() {
    Head head = Head.of(book);
    long least = 0;
    Map<String, Integer> loads = new HashMap<>();
    for (Line line : book.lines) {
      SpendEntry entry = line.entry();
      least += line.leastNano();
      boolean charged = entry.outcome() == Kind.CHARGED && entry.loadNumber() != null;
      if (charged && loads.merge(entry.loadNumber(), 1, Integer::sum) > 1)
        return "a load is told as charged twice";
    }
    if (head.least != least) return "the head says " + head.least + " and the ledger " + least;
    return brokenSums();
  }

  private @Nullable String brokenSums() {
    if (!(book.read(Row.SCOPE + SpendScope.CLIENT) instanceof Scope scope)) return null;
    long held = 0;
    long running = 0;
    for (Money money : book.money()) {
      running += money.holds.size();
      if (money.isHeld()) held += money.amount;
    }
    if (held != scope.held) return "the scope holds " + scope.held + ", its calls " + held;
    if (running != scope.running)
      return "the scope has " + scope.running + " calls, and there are " + running;
    long counted = scope.held + scope.spent;
    long known = NanoUsd.of(new BigDecimal(charges.stream().mapToInt(Charge::known).sum()));
    if (counted < known)
      return "%s of %s that the service took are counted"
          .formatted(NanoUsd.toUsd(counted), NanoUsd.toUsd(known));
    Ring hour = new Accounts(book, book.now).ring(scope, "PT1H");
    long ofThisHour =
        charges.stream()
            .filter(charge -> charge.at > book.now - HOUR)
            .mapToLong(charge -> NanoUsd.of(new BigDecimal(charge.known())))
            .sum();
    if (hour != null && scope.held + hour.sum(book.now) < ofThisHour) {
      return "%s that the service took in an hour are not all counted"
          .formatted(NanoUsd.toUsd(ofThisHour));
    }
    return null;
  }
}
