package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.agent.ReferenceCheck;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.json.ResultJson;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prevents that a model pays twice for one order. Two orders look alike if their references do, or
 * if their loads do: the same driver, from the same ZIP code to the same ZIP code, within a day.
 * For one that looks like others a person has to say that it is not; {@code differsFrom} then names
 * the load of the one that looks most alike. An order is claimed in the memory of its client right
 * before it is sent, and judged once more in the same change: nothing is left of a question that
 * was never answered. One that has its load by the entries of the ledger is no new order, also
 * after a restart.
 */
final class Orders {
  /** So long the same load under another reference is taken for the same order. */
  private static final Duration SAME_LOAD = Duration.ofDays(1);

  private static final String REFERENCE = "ref ";
  private static final String LOAD = "load ";

  private static final int ENTRIES = 100;

  private final Memory memory;
  private final SpendLedger ledger;
  private final @Nullable ReferenceCheck check;

  Orders(Memory memory, SpendLedger ledger, @Nullable ReferenceCheck check) {
    this.memory = memory;
    this.ledger = ledger;
    this.check = check;
  }

  /**
   * An order that was sent, or may have been.
   *
   * @param customerRef as it was sent
   * @param loadNumber null while the answer to its creation is missing
   * @param trackingLink of its load; null if none is known
   * @param mine whether the load was created from these arguments; false for one that the service
   *     had before
   * @param at when it was claimed
   * @param print {@link Look#print}
   * @param digest of the arguments
   * @param calls how many calls have claimed it and are not answered
   */
  record Order(
      String customerRef,
      @Nullable String loadNumber,
      @Nullable String trackingLink,
      boolean mine,
      Instant at,
      String print,
      String digest,
      long calls) {

    static Order of(String row) {
      Map<String, @Nullable Object> members = Memory.json(row);
      return new Order(
          (String) Objects.requireNonNull(members.get("ref")),
          (String) members.get("load"),
          (String) members.get("link"),
          Boolean.TRUE.equals(members.get("mine")),
          Instant.ofEpochMilli(number(members, "at")),
          (String) Objects.requireNonNull(members.get("print")),
          (String) Objects.requireNonNull(members.get("digest")),
          number(members, "calls"));
    }

    private static long number(Map<String, @Nullable Object> members, String name) {
      return ((BigDecimal) Objects.requireNonNull(members.get(name))).longValue();
    }

    String row() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("ref", customerRef);
      members.put("load", loadNumber);
      members.put("link", trackingLink);
      members.put("mine", mine);
      members.put("at", at.toEpochMilli());
      members.put("print", print);
      members.put("digest", digest);
      members.put("calls", calls);
      return ResultJson.of(members);
    }

    boolean isOf(Order other) {
      return customerRef.equals(other.customerRef);
    }

    Order with(long calls) {
      return new Order(customerRef, loadNumber, trackingLink, mine, at, print, digest, calls);
    }

    Order with(Load load, long calls) {
      return new Order(
          customerRef, load.number, load.trackingLink, load.isNew, at, print, digest, calls);
    }
  }

  /**
   * What the service has answered to the creation of an order.
   *
   * @param number null if it cannot be read
   * @param trackingLink null if it cannot be read
   * @param isNew false if the service had it before
   */
  record Load(@Nullable String number, @Nullable String trackingLink, boolean isNew) {}

  /**
   * How an order looks.
   *
   * @param id of its row, which begins with its folded reference
   * @param folded the prefix of the rows of references that look the same
   * @param print the prefix of the rows of loads that look the same
   */
  private record Look(String id, String folded, String print) {
    static Look of(String customerRef, Map<String, Object> load) {
      String folded = folded(customerRef);
      return new Look(
          folded + Memory.digest(customerRef),
          folded,
          LOAD + Memory.digest(Folding.load(load)) + " ");
    }

    static String folded(String customerRef) {
      return REFERENCE + Memory.digest(Folding.reference(customerRef)) + " ";
    }

    String printId() {
      return print + id;
    }
  }

  /**
   * An order that may be sent, and the claim on it, released when its creation ends without one.
   */
  final class Claim implements AutoCloseable {
    private final Invocation of;
    private final Look look;
    private final @Nullable String differsFrom;
    private final boolean vouchedFor;
    private final boolean hasLoad;
    private final Judged judged;
    private @Nullable Order order;
    private boolean kept;

    private Claim(
        Invocation of,
        Look look,
        @Nullable String differsFrom,
        boolean vouchedFor,
        boolean hasLoad,
        Judged judged) {
      this.of = of;
      this.look = look;
      this.differsFrom = differsFrom;
      this.vouchedFor = vouchedFor;
      this.hasLoad = hasLoad;
      this.judged = judged;
    }

    /** The orders that it looks like, the one first of which the model says that it is another. */
    List<Order> others() {
      return judged.others;
    }

    /** Whether only a person can say so. */
    boolean needsAPerson() {
      return !judged.others.isEmpty() && !vouchedFor;
    }

    /** Whether its load is paid for, so that the service gives it again and nobody is asked. */
    boolean hasLoad() {
      return hasLoad;
    }

    /** An earlier call for it may have been paid, so that a repeat costs nothing more. */
    boolean isRepeat() {
      return judged.isSame;
    }

    /**
     * Takes it, when all have agreed and it is sent next; refuses what looks like an order that has
     * come since.
     */
    void take() {
      Instant now = memory.now();
      order =
          memory.change(
              rows -> {
                Judged again = judge(rows, of, look, differsFrom, hasLoad, now);
                for (Order other : again.others) {
                  if (!vouchedFor && judged.others.stream().noneMatch(other::isOf)) {
                    throw looksLike(other, look);
                  }
                }
                Order known = again.known;
                long calls = known == null ? 1 : known.calls + 1;
                Order taken =
                    known != null && again.isSame
                        ? known.with(calls)
                        : new Order(
                            of.text("customerRef"),
                            null,
                            null,
                            false,
                            now,
                            look.print,
                            of.digest(),
                            calls);
                write(rows, look, taken);
                return taken;
              });
    }

    /** The load is there, or may be there: null when the answer was lost. */
    void created(@Nullable Load load) {
      kept = true;
      // The load is paid for, so its number must reach the model even if it is not remembered.
      memory.keep(
          "an order",
          rows -> {
            String stored = rows.read(look.id);
            Order known = stored == null ? Objects.requireNonNull(order) : Order.of(stored);
            // A call whose answer was lost keeps its claim.
            if (load != null && load.number != null) {
              known = known.with(load, Math.max(0, known.calls - 1));
            }
            write(rows, look, known);
            return true;
          });
    }

    @Override
    public void close() {
      if (kept || order == null) return;
      // If that fails it counts as sent, which all had agreed to: its own reference is asked for.
      memory.keep(
          "the end of a claim on an order",
          rows -> {
            String stored = rows.read(look.id);
            Order known = stored == null ? null : Order.of(stored);
            if (known == null) return true;
            if (known.calls <= 1 && known.loadNumber == null) {
              rows.delete(look.id);
              rows.delete(look.printId());
            } else {
              write(rows, look, known.with(Math.max(0, known.calls - 1)));
            }
            return true;
          });
    }
  }

  /**
   * What the memory says of an order.
   *
   * @param known the order of this reference that was sent before; null for none
   * @param isSame whether a call for the known one is the same again, or gets its load for free
   * @param others the orders that it looks like, of which {@code differsFrom} names the first
   */
  private record Judged(@Nullable Order known, boolean isSame, List<Order> others) {}

  /**
   * Says whether an order may be sent, or refuses it because it looks like another one. Nothing is
   * written before {@link Claim#take}.
   *
   * @param differsFrom the load of which the model says that it is another order; null for none
   */
  Claim judge(Invocation of, @Nullable String differsFrom) {
    String customerRef = of.text("customerRef");
    boolean isKnown = requireOrder(customerRef, of.call().scope());
    Look look = Look.of(customerRef, of.counted());
    Instant now = memory.now();
    boolean hasLoad = paidLoad(customerRef) != null;
    Judged judged = memory.change(rows -> judge(rows, of, look, differsFrom, hasLoad, now));
    return new Claim(of, look, differsFrom, isKnown, hasLoad, judged);
  }

  /** The load of exactly this reference that was paid for, by the entries of the ledger. */
  @Nullable String paidLoad(String customerRef) {
    SpendFilter creations =
        SpendFilter.all().operation(Operation.CREATE_LOAD).customerRef(customerRef);
    try {
      return ledger.entries(creations, 0, ENTRIES).stream()
          .filter(entry -> entry.outcome() == Charge.Kind.CHARGED)
          .map(entry -> ServiceText.identifier(entry.loadNumber()))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    } catch (SpendLedgerException e) {
      throw Failures.booksAway();
    }
  }

  private static Judged judge(
      Memory.Rows rows,
      Invocation of,
      Look look,
      @Nullable String differsFrom,
      boolean hasLoad,
      Instant now) {
    String stored = rows.read(look.id);
    Order known = stored == null ? null : Order.of(stored);
    boolean isRepeat =
        known != null && (known.loadNumber != null || known.digest.equals(of.digest()));
    if (hasLoad || isRepeat) {
      // The service gives the load of a reference that it knows, for free.
      return new Judged(known, true, List.of());
    }
    List<Order> alike = alike(rows, look, now);
    boolean isNamed =
        alike.isEmpty() || (differsFrom != null && differsFrom.equals(alike.get(0).loadNumber));
    if (!isNamed) throw looksLike(alike.get(0), look);
    return new Judged(known, false, alike);
  }

  private static void write(Memory.Rows rows, Look look, Order order) {
    rows.write(look.id, order.row());
    rows.write(look.printId(), String.valueOf(order.at.getEpochSecond()));
  }

  /**
   * Other orders with a reference or a load that looks the same. First those that no load number
   * can name, because their answers are missing; then those of a reference that looks the same, and
   * the newest.
   */
  private static List<Order> alike(Memory.Rows rows, Look look, Instant now) {
    List<Order> alike = new ArrayList<>();
    rows.list(look.folded)
        .forEach(
            (id, row) -> {
              if (!id.equals(look.id)) alike.add(Order.of(row));
            });
    for (Map.Entry<String, String> print : rows.list(look.print).entrySet()) {
      Instant at = Instant.ofEpochSecond(Long.parseLong(print.getValue()));
      String id = print.getKey().substring(look.print.length());
      if (at.plus(SAME_LOAD).isBefore(now)) {
        rows.delete(print.getKey());
      } else if (!id.equals(look.id) && !id.startsWith(look.folded)) {
        String row = rows.read(id);
        if (row != null) alike.add(Order.of(row));
      }
    }
    alike.sort(
        Comparator.comparing((Order one) -> one.loadNumber != null)
            .thenComparing(one -> !Look.folded(one.customerRef).equals(look.folded))
            .thenComparing(Order::at, Comparator.reverseOrder()));
    return alike;
  }

  /** Whether the application has said that it has this order. */
  private boolean requireOrder(String customerRef, @Nullable String scope) {
    if (check == null) return false;

    ReferenceCheck.@Nullable Verdict verdict;
    try {
      verdict = check.check(customerRef, scope);
    } catch (Exception e) {
      Memory.keepInterrupt(e);
      throw Refusal.of("REFERENCE_UNCHECKED", Retry.AFTER_DELAY)
          .because(
              "The application could not compare customerRef with its orders, so nothing was sent.",
              "Try once more in a minute, then tell the user.");
    }
    if (verdict != null && verdict.accepted()) return true;
    String meant = verdict == null ? null : ServiceText.line(verdict.meant());
    throw Refusal.of("REFERENCE_UNKNOWN", Retry.CHANGED_ARGUMENTS)
        .because(
            "Not sent: the application has no order with this customerRef.",
            meant == null
                ? "Ask the user for the order's own reference."
                : "Ask the user whether \"" + meant.replace('"', '\'') + "\" is meant.");
  }

  private static Refusal looksLike(Order other, Look look) {
    String ref = '"' + other.customerRef().replace('"', '\'') + '"';
    String load = other.loadNumber();
    boolean sameLoad = other.print().equals(look.print);
    return Refusal.of(
            sameLoad ? "LOAD_LOOKS_ALIKE" : "REFERENCE_LOOKS_ALIKE", Retry.CHANGED_ARGUMENTS)
        .because(
            "Not sent: is this the order "
                + ref
                + (load == null ? ", whose creation is not answered yet?" : " of " + load + "?")
                + (sameLoad ? " Driver, pickup and delivery are the same." : ""),
            load == null
                ? "If so, call with customerRef "
                    + ref
                    + " exactly; else wait for it and ask again."
                : "Ask the user. If it is, call with customerRef "
                    + ref
                    + " exactly, which is free; if the user says it is another order, add"
                    + " differsFrom \""
                    + load
                    + "\".");
  }

  /** The order of exactly this reference, if it has a load; null otherwise. */
  @Nullable Order withLoad(String customerRef) {
    Order known = find(customerRef);
    boolean isIt =
        known != null && known.loadNumber != null && known.customerRef.equals(customerRef);
    return isIt ? known : null;
  }

  /** The order of a reference, which may be written otherwise; null if none is known. */
  @Nullable Order find(String customerRef) {
    String folded = Look.folded(customerRef);
    Map<String, String> alike = memory.list(folded);
    String exact = alike.get(folded + Memory.digest(customerRef));
    if (exact != null) return Order.of(exact);
    return alike.values().stream().map(Order::of).max(Comparator.comparing(Order::at)).orElse(null);
  }
}
