package io.freightsdk.internal.reads;

import io.freightsdk.internal.call.Cancellable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One paid read under way and everyone who waits for it. The last to leave ends it. */
final class Flight {
  /** The one whose options and account the read is made with. */
  final Passenger leader;

  // Guarded by this; futures are completed and cancelled outside the lock.
  private final Set<Passenger> passengers = new LinkedHashSet<>();
  private boolean closed;
  private Cancellable read = Cancellable.NOTHING;

  Flight(Passenger leader) {
    this.leader = leader;
  }

  /** Takes a caller on board; false when the flight has landed or was given up. */
  boolean board(Passenger passenger) {
    synchronized (this) {
      if (closed) {
        return false;
      }
      passengers.add(passenger);
    }
    passenger.boarded(() -> leave(passenger));
    return true;
  }

  /** Whether it has landed or was given up. */
  boolean isOver() {
    synchronized (this) {
      return closed;
    }
  }

  /** The read is under way. */
  void started(CompletableFuture<?> read) {
    boolean givenUp;
    synchronized (this) {
      this.read = () -> read.cancel(true);
      givenUp = closed;
    }
    if (givenUp) {
      read.cancel(true);
    }
  }

  /** Ends the flight: whoever is still on board is handed out, once. */
  List<Passenger> land() {
    synchronized (this) {
      closed = true;
      List<Passenger> landed = List.copyOf(passengers);
      passengers.clear();
      return landed;
    }
  }

  private void leave(Passenger passenger) {
    @Nullable Cancellable abandoned = null;
    synchronized (this) {
      boolean wasAboard = passengers.remove(passenger);
      if (wasAboard && passengers.isEmpty()) {
        closed = true;
        abandoned = read;
      }
    }
    if (abandoned != null) {
      abandoned.cancel();
    }
  }
}
