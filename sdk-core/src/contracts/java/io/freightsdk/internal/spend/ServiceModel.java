package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The service as the API description has it: takes a key's price once in 24 hours. Keeps all. */
final class ServiceModel {
  /**
   * A charge in the service's own ledger.
   *
   * @param believed what the client believed that it costs
   * @param made number of the call that caused it
   */
  record Charge(Instant at, long amount, long believed, String scope, long made) {}

  /**
   * A price list that a process of the books has read.
   *
   * @param after number of the last call before it
   */
  private record Shown(long after, long price) {}

  private final List<Shown> shown = new ArrayList<>();

  void shown(long after, long price) {
    shown.add(new Shown(after, price));
  }

  /** The price that was read last. */
  long lastShown(long first) {
    return shown.isEmpty() ? first : shown.get(shown.size() - 1).price;
  }

  final List<Charge> charges = new ArrayList<>();
  private final Map<String, Charge> byKey = new HashMap<>();

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
  long serve(
      @Nullable String key, long amount, long believed, String scope, long made, Instant now) {
    Charge before = key == null || !remembers(key, now) ? null : byKey.get(key);
    if (before != null) return before.amount;
    Charge charge = new Charge(now, amount, believed, scope, made);
    charges.add(charge);
    if (key != null) byKey.put(key, charge);
    return amount;
  }

  long taken() {
    return charges.stream().mapToLong(Charge::amount).sum();
  }

  /** What it took in a limit's scope and window up to now, of calls made after one. */
  long taken(SpendLimit limit, long after, Instant now) {
    long sum = 0;
    for (Charge charge : charges) {
      boolean counts =
          charge.made > after
              && ScopePaths.isInside(charge.scope, limit.scope())
              && isIn(limit, charge.at, now);
      if (counts) sum += counted(charge);
    }
    return sum;
  }

  /** A price that no process has read since the call was made passes limits by its difference. */
  private long counted(Charge charge) {
    boolean read =
        shown.stream().anyMatch(one -> one.after >= charge.made && one.price == charge.amount);
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
