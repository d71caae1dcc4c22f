package io.freightsdk.internal.ledger.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An entry together with all its reservations, which are in any order. */
public record EntryWithReservations(Entry entry, List<Reservation> reservations) {
  /** The reservation with an id; null if it is for another entry. */
  public @Nullable Reservation withId(String id) {
    return reservations.stream().filter(one -> one.id().equals(id)).findFirst().orElse(null);
  }

  /** With a reservation in the place of the one of its id, or beside the others. */
  EntryWithReservations with(Reservation changed) {
    List<Reservation> all = others(changed);
    all.add(changed);
    return of(all);
  }

  /** Without the reservation of this id. */
  EntryWithReservations without(Reservation gone) {
    return of(others(gone));
  }

  private List<Reservation> others(Reservation one) {
    List<Reservation> others = new ArrayList<>(reservations);
    others.removeIf(other -> other.id().equals(one.id()));
    return others;
  }

  private EntryWithReservations of(List<Reservation> all) {
    return new EntryWithReservations(entry.computedFrom(all), List.copyOf(all));
  }

  /** The same with what an entry has beside its reservations. */
  EntryWithReservations with(Entry changed) {
    return new EntryWithReservations(changed, reservations);
  }
}
