package io.freightsdk.internal.spend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reservations in memory. Guarded by the store's lock. */
final class MemoryReservations implements Book.Reservations {
  /** Keys whose money was taken; beyond this the oldest are given up. */
  private static final int MAX_KEYS = 100_000;

  private final Map<Long, Reservation> uncertain = new LinkedHashMap<>();
  private final Map<Long, Reservation> charged = new LinkedHashMap<>();
  private final Map<String, Reservation> byKey = new HashMap<>();

  /** A lower bound until that time, so that a call that ends costs no search. */
  private long earliestEnd = Long.MAX_VALUE;

  private Stream<Reservation> all(Predicate<Reservation> which) {
    return Stream.concat(uncertain.values().stream(), charged.values().stream()).filter(which);
  }

  @Override
  public @Nullable Reservation byKey(String key) {
    return byKey.get(key);
  }

  @Override
  public @Nullable Reservation find(long id) {
    Reservation known = uncertain.get(id);
    return known != null ? known : charged.get(id);
  }

  @Override
  public @Nullable Reservation byCall(String token) {
    return all(known -> known.has(token)).findFirst().orElse(null);
  }

  @Override
  public long earliestEnd(long now) {
    if (earliestEnd <= now) {
      earliestEnd = all(any -> true).mapToLong(Reservation::earliestEnd).min().orElse(NONE_RUNS);
    }
    return earliestEnd;
  }

  @Override
  public List<Reservation> ended(long by) {
    return all(known -> known.earliestEnd() <= by).toList();
  }

  @Override
  public List<Reservation> uncertain() {
    return List.copyOf(uncertain.values());
  }

  @Override
  public void save(Reservation reservation) {
    earliestEnd = Math.min(earliestEnd, reservation.earliestEnd());
    String key = reservation.key();
    Reservation latest = key == null ? null : byKey.get(key);
    boolean isLatest = latest == null || latest.id() <= reservation.id();
    if (key != null && isLatest) byKey.put(key, reservation);
    if (!reservation.isCharged()) {
      uncertain.put(reservation.id(), reservation);
      return;
    }
    uncertain.remove(reservation.id());
    charged.put(reservation.id(), reservation);
    if (charged.size() > MAX_KEYS) delete(charged.values().iterator().next());
  }

  @Override
  public void delete(Reservation reservation) {
    uncertain.remove(reservation.id());
    charged.remove(reservation.id());
    String key = reservation.key();
    Reservation latest = key == null ? null : byKey.get(key);
    if (key != null && latest != null && latest.id() == reservation.id()) byKey.remove(key);
  }

  @Override
  public void dropKeys(long before) {
    List<Reservation> old = new ArrayList<>();
    for (Reservation known : charged.values()) if (isOld(known, before)) old.add(known);
    for (Reservation known : uncertain.values()) {
      if (known.unknownEntry() == 0 && isOld(known, before)) old.add(known);
    }
    old.forEach(this::delete);
  }

  private static boolean isOld(Reservation known, long before) {
    return known.calls().isEmpty() && known.lastSeen() < before;
  }
}
