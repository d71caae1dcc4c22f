package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.internal.call.Cancellable;
import io.freightsdk.internal.call.Timer;
import io.freightsdk.internal.concurrent.SerialExecutor;
import io.freightsdk.internal.reads.PositionSource.Arrival;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.PositionReading;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for everyone who asks within {@code maxAge}. Callers of one load share the
 * flight that is under way, and then its answer; a failure is shared with those on board and then
 * forgotten.
 */
final class SharedReads {
  private final Clock clock;
  private final Timer timer;
  private final ReadMemory memory;
  private final PositionSource source;
  private final Consumer<CallPlan> onSaved;
  private final ConcurrentMap<String, Flight> flights = new ConcurrentHashMap<>();
  private final SerialExecutor secondTries = SerialExecutor.inline(e -> {});

  SharedReads(
      Clock clock,
      Timer timer,
      ReadMemory memory,
      PositionSource source,
      Consumer<CallPlan> onSaved) {
    this.clock = clock;
    this.timer = timer;
    this.memory = memory;
    this.source = source;
    this.onSaved = onSaved;
  }

  /** A position no older than the plan's {@code maxAge}; {@code send} pays for a new one. */
  CompletableFuture<FreightResponse<LoadPosition>> share(
      CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
    Passenger passenger = new Passenger(plan, send);
    limitTheWait(passenger);
    serve(passenger);
    return passenger;
  }

  private void serve(Passenger passenger) {
    String loadNumber = loadNumber(passenger.plan);
    Duration maxAge = maxAge(passenger.plan);
    while (!passenger.isDone()) {
      PositionReading kept = memory.youngerThan(maxAge, loadNumber, clock.instant());
      if (kept != null) {
        serveShared(passenger, SharedRead.of(kept));
        return;
      }
      Flight mine = new Flight(passenger);
      Flight flying = flights.putIfAbsent(loadNumber, mine);
      if (flying == null) {
        take(mine, loadNumber, maxAge);
        return;
      }
      if (flying.board(passenger)) {
        return;
      }
      // It has landed or was given up: what it brought is in the memory by now, or nothing is.
      flights.remove(loadNumber, flying);
    }
  }

  private void take(Flight flight, String loadNumber, Duration maxAge) {
    flight.board(flight.leader);
    if (flight.isOver()) {
      flights.remove(loadNumber, flight);
      return;
    }
    // Another flight may have landed between the look into the memory and this take-off.
    PositionReading kept = memory.youngerThan(maxAge, loadNumber, clock.instant());
    if (kept != null) {
      flights.remove(loadNumber, flight);
      flight.land().forEach(passenger -> serveShared(passenger, SharedRead.of(kept)));
      return;
    }
    CompletableFuture<Arrival> read = start(flight.leader);
    flight.started(read);
    CompletableFuture<Arrival> unused =
        read.whenComplete(
            (arrival, thrown) -> {
              if (thrown == null) {
                memory.keep(arrival.reading());
                flights.remove(loadNumber, flight);
                arrived(flight, arrival.response());
              } else {
                flights.remove(loadNumber, flight);
                failed(flight, cause(thrown));
              }
            });
  }

  private CompletableFuture<Arrival> start(Passenger leader) {
    try {
      return source.read(leader.plan, leader.send);
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private void arrived(Flight flight, FreightResponse<LoadPosition> response) {
    for (Passenger passenger : flight.land()) {
      if (passenger == flight.leader) {
        passenger.complete(response);
      } else {
        serveShared(passenger, SharedRead.of(response));
      }
    }
  }

  private void failed(Flight flight, Throwable failure) {
    boolean leadersOwn = isOnlyTheLeaders(failure, flight.leader.plan);
    for (Passenger passenger : flight.land()) {
      if (leadersOwn && passenger != flight.leader) {
        // Posted, so that refusals that come at once do not nest without end.
        secondTries.execute(() -> serve(passenger));
      } else {
        passenger.completeExceptionally(failure);
      }
    }
  }

  /** What the leader's own limits refused says nothing about the others' calls. */
  private static boolean isOnlyTheLeaders(Throwable failure, CallPlan leader) {
    boolean hasOwnTime = leader.options().timeout() != null || leader.options().deadline() != null;
    return failure instanceof SpendLimitExceededException
        || failure instanceof PriceLimitExceededException
        || failure instanceof FreightCancelledException
        || (failure instanceof FreightTimeoutException && hasOwnTime);
  }

  private void serveShared(Passenger passenger, FreightResponse<LoadPosition> shared) {
    if (passenger.complete(shared)) {
      onSaved.accept(passenger.plan);
    }
  }

  /** A caller with a deadline of its own does not wait longer for somebody else's read. */
  private void limitTheWait(Passenger passenger) {
    Duration deadline = passenger.plan.options().deadline();
    if (deadline == null) {
      return;
    }
    Cancellable limit = timer.after(deadline, () -> giveUpWaiting(passenger, deadline));
    CompletableFuture<FreightResponse<LoadPosition>> unused =
        passenger.whenComplete((response, failure) -> limit.cancel());
  }

  private static void giveUpWaiting(Passenger passenger, Duration deadline) {
    FailureFacts facts =
        FailureFacts.refused(passenger.plan.operation(), NextStep.RETRY_LATER, null);
    passenger.completeExceptionally(
        new FreightTimeoutException(facts, "deadline", deadline, true, null));
  }

  private static Throwable cause(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof CompletionException && cause != null ? cause : thrown;
  }

  static String loadNumber(CallPlan plan) {
    String loadNumber = plan.loadNumber();
    if (loadNumber == null) {
      throw new IllegalArgumentException("only reads of a load are shared");
    }
    return loadNumber;
  }

  static Duration maxAge(CallPlan plan) {
    @Nullable Duration maxAge = plan.options().maxAge();
    return maxAge == null ? Duration.ZERO : maxAge;
  }
}
