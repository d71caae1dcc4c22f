package io.freightsdk.internal.money;

import io.freightsdk.interleavings.Interleavings;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Calls that wait for a top-up: none is forgotten, and no more go on than the balance covers. */
public class TopUpQueueModel {
  private static final BigDecimal ONE = BigDecimal.ONE;

  /** Two calls are covered. */
  private static final BigDecimal BALANCE = new BigDecimal("2");

  /** What is due is done by the model, when it wants. */
  private static final class Due implements Timer {
    final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    @Override
    public Cancellable after(Duration delay, Runnable task) {
      tasks.add(task);
      return () -> tasks.remove(task);
    }

    @Override
    public void close() {}
  }

  private final Due due = new Due();
  private final Queue<CompletableFuture<Balance>> questions = new ConcurrentLinkedQueue<>();
  private final Queue<CompletableFuture<Boolean>> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sent = new AtomicInteger();

  /** Readings of the balance that are under way, and the most at once. */
  private final AtomicInteger open = new AtomicInteger();

  private final AtomicInteger most = new AtomicInteger();

  private final TopUpQueue queue =
      new TopUpQueue(
          () -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            CompletableFuture<Balance> question = new CompletableFuture<>();
            questions.add(question);
            return question;
          },
          due,
          () -> 0);

  public TopUpQueueModel() {
    Interleavings.begin();
  }

  /** A refused call waits; it is sent again when it may, and ends only after all others. */
  @Operation
  public void refused() {
    long place = queue.place();
    CompletableFuture<Boolean> goOn = queue.await(place, ONE);
    goOn.thenAccept(
        go -> {
          if (go) sent.incrementAndGet();
        });
    calls.add(goOn);
  }

  @Operation
  public void cancelled() {
    long place = queue.place();
    queue.await(place, ONE).cancel(false);
    queue.returned(place);
  }

  @Operation
  public void poll() {
    Runnable task = due.tasks.poll();
    if (task != null) task.run();
  }

  @Operation
  public void toppedUp() {
    queue.look();
  }

  @Operation
  public void answer() {
    CompletableFuture<Balance> question = questions.poll();
    if (question == null) return;
    open.decrementAndGet();
    question.complete(new Balance("USD", BALANCE));
  }

  @Validate
  public void nobodyIsForgotten() {
    for (int i = 0; i < 3; i++) {
      answer();
      poll();
    }
    answer();
    if (most.get() > 1) throw new IllegalStateException(most.get() + " readings at once");
    int covered = Math.min(calls.size(), BALANCE.intValue());
    if (sent.get() != covered) {
      throw new IllegalStateException(
          sent.get() + " calls were sent of " + calls.size() + ", and " + covered + " are covered");
    }
    queue.close();
    for (CompletableFuture<Boolean> call : calls) {
      if (!call.isDone()) throw new IllegalStateException("a call waits for ever");
    }
  }
}
