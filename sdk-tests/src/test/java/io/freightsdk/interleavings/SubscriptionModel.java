package io.freightsdk.interleavings;

import io.freightsdk.internal.watch.EventSubscription;
import io.freightsdk.watch.LoadEvent;
import java.math.BigDecimal;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** One subscriber of a watch: gets what there is and he asked for, one after another. */
public class SubscriptionModel {
  private static final LoadEvent EVENT = new LoadEvent.BudgetSpent("LD-1", 1, BigDecimal.ONE);

  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger got = new AtomicInteger();
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();

  /** How many of the events were added. Of the run that delivers. */
  private int added;

  private final EventSubscription subscription =
      new EventSubscription(new Story(), new Subscriber(), Runnable::run, closed -> {});

  public SubscriptionModel() {
    Interleavings.begin();
    subscription.open();
  }

  private final class Story implements EventSubscription.Story {
    @Override
    public String name() {
      return "LD-1";
    }

    @Override
    public EventSubscription.Ending ending() {
      return null;
    }

    @Override
    public void catchUp(Queue<LoadEvent> pending, EventSubscription.Ending ending) {
      for (; added < made.get(); added++) pending.add(EVENT);
    }

    @Override
    public void want() {}
  }

  private final class Subscriber implements Flow.Subscriber<LoadEvent> {
    @Override
    public void onSubscribe(Flow.Subscription any) {}

    @Override
    public void onNext(LoadEvent event) {
      atOnce.accumulateAndGet(inside.incrementAndGet(), Math::max);
      got.incrementAndGet();
      inside.decrementAndGet();
    }

    @Override
    public void onError(Throwable thrown) {
      throw new IllegalStateException(thrown);
    }

    @Override
    public void onComplete() {}
  }

  @Operation
  public void request() {
    asked.incrementAndGet();
    subscription.request(1);
  }

  @Operation
  public void happens() {
    made.incrementAndGet();
    subscription.signal();
  }

  @Validate
  public void hasWhatHeAskedFor() {
    int expected = Math.min(asked.get(), made.get());
    if (got.get() != expected) {
      throw new IllegalStateException(got.get() + " events instead of " + expected);
    }
    if (atOnce.get() > 1) throw new IllegalStateException("two signals at once");
  }
}
