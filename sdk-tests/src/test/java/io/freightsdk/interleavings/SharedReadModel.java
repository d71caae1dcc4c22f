package io.freightsdk.interleavings;

import io.freightsdk.internal.concurrent.SingleFlight;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Callers that share reads of one load: one read at a time, and everybody who stays is told. */
public class SharedReadModel {
  private final SingleFlight<String, Integer> reads = new SingleFlight<>(Runnable::run);
  private final Queue<CompletableFuture<Integer>> running = new ConcurrentLinkedQueue<>();
  private final Queue<SingleFlight.Waiter<Integer>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  public SharedReadModel() {
    Interleavings.begin();
  }

  private CompletableFuture<Integer> read() {
    most.accumulateAndGet(open.incrementAndGet(), Math::max);
    CompletableFuture<Integer> answer =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean interrupts) {
            return end(null);
          }

          private boolean end(Integer value) {
            if (isDone()) return false;
            open.decrementAndGet();
            return value == null ? super.cancel(true) : super.complete(value);
          }

          @Override
          public boolean complete(Integer value) {
            return end(value);
          }
        };
    running.add(answer);
    return answer;
  }

  @Operation
  public void ask() {
    waiting.add(reads.join("LD-1", this::read, failure -> false));
  }

  @Operation
  public void answer() {
    CompletableFuture<Integer> out = running.poll();
    if (out != null) out.complete(1);
  }

  @Operation
  public void leave() {
    SingleFlight.Waiter<Integer> one = waiting.poll();
    if (one != null) one.cancel(true);
  }

  @Validate
  public void everybodyIsTold() {
    for (CompletableFuture<Integer> out; (out = running.poll()) != null; ) out.complete(1);
    for (SingleFlight.Waiter<Integer> one : waiting) {
      if (!one.isDone()) throw new IllegalStateException("a caller waits for ever");
    }
    if (reads.size() != 0) throw new IllegalStateException(reads.size() + " reads left");
    if (most.get() > 1) throw new IllegalStateException(most.get() + " reads at once");
  }
}
