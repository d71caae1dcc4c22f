package io.freightsdk.interleavings;

import io.freightsdk.internal.transport.Limiter;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Calls that want the one place. */
public class LimiterModel {
  private static final int PLACES = 1;

  private final Limiter limiter = new Limiter(PLACES);
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger came = new AtomicInteger();
  private final AtomicInteger went = new AtomicInteger();

  public LimiterModel() {
    Interleavings.begin();
  }

  /** Sends a request, once it has a place. */
  @Operation
  public void call() {
    came.incrementAndGet();
    AtomicInteger turns = new AtomicInteger();
    Limiter.Ticket[] mine = new Limiter.Ticket[1];
    Runnable turn =
        () -> {
          if (turns.incrementAndGet() != 2) return; // Admitted, and its ticket is known.
          int now = inside.incrementAndGet();
          most.accumulateAndGet(now, Math::max);
          inside.decrementAndGet();
          went.incrementAndGet();
          mine[0].leave();
        };
    Limiter.Ticket ticket = limiter.enter(turn);
    mine[0] = ticket;
    turn.run();
    // It was admitted at once, and nobody will say so.
    if (turns.get() == 1 && ticket.isAdmitted()) turn.run();
  }

  /** Leaves the line, or its place. */
  @Operation
  public void giveUp() {
    limiter.enter(() -> {}).leave();
  }

  @Validate
  public void everyPlaceIsFreeAndNobodyWaits() {
    if (limiter.taken() != 0) throw new IllegalStateException(limiter.taken() + " places taken");
    if (most.get() > PLACES) throw new IllegalStateException(most.get() + " at once");
    if (came.get() != went.get()) {
      throw new IllegalStateException(came.get() + " came, " + went.get() + " went");
    }
  }
}
