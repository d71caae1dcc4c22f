package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The service as the API description has it: takes a key's price once in 24 hours. Keeps all.
 * Amounts are trillionths of a USD, so that no rounding of the books is its own.
 */
final class ServiceModel {
  private static final int SCALE = 12;

  static long units(BigDecimal usd) {
    return usd.movePointRight(SCALE).longValueExact();
  }

  static BigDecimal usd(long units) {
    return BigDecimal.valueOf(units, SCALE);
  }

  /** A charge in the service's own ledger. */
  static final class Charge {
    final Instant at;
    final long amount;

    /** What the client believed that it costs. */
    final long believed;

    final String scope;

    /** Number of the call that caused it. */
    final long made;

    final String load;

    /** Whether the client has been told; until then a second load of one key is its secret. */
    boolean told = true;

    Charge(Instant at, long amount, long believed, String scope, long made, String load) {
      this.at = at;
      this.amount = amount;
      this.believed = believed;
      this.scope = scope;
      this.made = made;
      this.load = load;
    }
  }

  /**
   * A price list that a process of the books has read.
   *
   * @param after number of the last call before it
   */
  private record Shown(long after, long price) {}

  private final List<Shown> shown = new ArrayList<>();
  final List<Charge> charges = new ArrayList<>();
  private final Map<String, Charge> byKey = new HashMap<>();

  /** What others took from the account, less what they put in. */
  long others;

  void shown(long after, long price) {
    shown.add(new Shown(after, price));
  }

  /** Whether the key is one that the service remembers: it answers again and takes nothing. */
  boolean remembers(@Nullable String key, Instant now) {
    Charge first = key == null ? null : byKey.get(key);
    return first != null && now.isBefore(first.at.plus(Duration.ofHours(24)));
  }

  /** Whether the key was remembered so lately that a client must not send it now. */
  boolean isAboutToForget(@Nullable String key, Instant now) {
    Charge first = key == null ? null : byKey.get(key);
    if (first == null) return false;
    Duration age = Duration.between(first.at, now);
    return age.compareTo(Duration.ofHours(23)) > 0 && age.compareTo(Duration.ofHours(25)) < 0;
  }

  /** Takes the amount, or nothing for a key that it remembers; gives what its answer says. */
  Charge serve(
      @Nullable String key, long amount, long believed, String scope, long made, Instant now) {
    Charge before = key == null || !remembers(key, now) ? null : byKey.get(key);
    if (before != null) return before;
    Charge charge = new Charge(now, amount, believed, scope, made, "LD-" + (charges.size() + 1));
    charges.add(charge);
    if (key != null) byKey.put(key, charge);
    return charge;
  }

  /** It forgets a key earlier than anybody thought. */
  void forget(String key) {
    byKey.remove(key);
  }

  /** The load of another key; null if there is none. */
  @Nullable String loadOfAnother(String key) {
    for (Map.Entry<String, Charge> one : byKey.entrySet()) {
      if (!one.getKey().equals(key)) return one.getValue().load;
    }
    return null;
  }

  long taken() {
    return charges.stream().mapToLong(charge -> charge.amount).sum();
  }

  /** What it took a second time for keys that it forgot, and nobody knows. */
  long untold() {
    return charges.stream().filter(charge -> !charge.told).mapToLong(charge -> charge.amount).sum();
  }

  /** What it took in a limit's scope and window up to now, of calls made after one. */
  long taken(SpendLimit limit, long after, Instant now) {
    long sum = 0;
    for (Charge charge : charges) {
      boolean counts =
          charge.told
              && charge.made > after
              && ScopePaths.isInside(charge.scope, limit.scope())
              && isIn(limit, charge.at, now);
      if (counts) sum += counted(charge);
    }
    return sum;
  }

  /** A price that no process has read by now passes limits by its difference. */
  private long counted(Charge charge) {
    Shown before = null;
    for (Shown one : shown) {
      if (one.after < charge.made) before = one;
      else if (one.price == charge.amount) return charge.amount;
    }
    boolean read = before != null && before.price == charge.amount;
    return read ? charge.amount : Math.min(charge.amount, charge.believed);
  }

  private static boolean isIn(SpendLimit limit, Instant at, Instant now) {
    return switch (limit.kind()) {
      case PER_CALL -> false;
      case TOTAL -> true;
      case WINDOW -> at.isAfter(now.minus(limit.window()));
      case CALENDAR_DAY ->
          at.atZone(limit.zone()).toLocalDate().equals(now.atZone(limit.zone()).toLocalDate());
    };
  }
}
