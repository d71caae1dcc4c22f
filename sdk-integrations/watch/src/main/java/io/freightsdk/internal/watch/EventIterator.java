package io.freightsdk.internal.watch;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.watch.LoadEvent;
import java.lang.ref.Cleaner;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * An iterator that waits for events, and requests an event only while a thread waits for it. Nobody
 * says that a loop was left: what it has subscribed ends when the iterator is garbage-collected.
 */
final class EventIterator implements Iterator<LoadEvent> {
  private static final Cleaner COLLECTED = Cleaner.create();

  private final Arrivals arrivals = new Arrivals();

  // Confined to the thread that iterates.
  private @Nullable Arrival next;
  private boolean asked;

  EventIterator(Flow.Publisher<LoadEvent> publisher) {
    publisher.subscribe(arrivals);
    Cleaner.Cleanable unused = COLLECTED.register(this, arrivals::cancel);
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      next = await();
    }
    if (next.failure() instanceof RuntimeException failure) {
      throw failure;
    }
    if (next.failure() != null) {
      throw new IllegalStateException("the watch failed", next.failure());
    }
    return next.event() != null;
  }

  @Override
  public LoadEvent next() {
    LoadEvent event = hasNext() && next != null ? next.event() : null;
    if (event == null) {
      throw new NoSuchElementException("the watch has ended");
    }
    next = null;
    asked = false;
    return event;
  }

  private Arrival await() {
    if (!asked) {
      asked = true;
      arrivals.request();
    }
    try {
      return arrivals.queue.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      arrivals.cancel();
      FailureFacts facts = FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null);
      return new Arrival(
          null, new FreightCancelledException(facts, "the waiting thread was interrupted"));
    }
  }

  /** An event, or the end. */
  private record Arrival(@Nullable LoadEvent event, @Nullable Throwable failure) {}

  /** Apart from the iterator, which nothing but its loop may hold. */
  private static final class Arrivals implements Flow.Subscriber<LoadEvent> {
    final BlockingQueue<Arrival> queue = new LinkedBlockingQueue<>();
    private volatile Flow.@Nullable Subscription subscription;

    void request() {
      Flow.Subscription opened = subscription;
      if (opened != null) {
        opened.request(1);
      }
    }

    void cancel() {
      Flow.Subscription opened = subscription;
      if (opened != null) {
        opened.cancel();
      }
    }

    @Override
    public void onSubscribe(Flow.Subscription opened) {
      subscription = opened;
    }

    @Override
    public void onNext(LoadEvent event) {
      queue.add(new Arrival(event, null));
    }

    @Override
    public void onError(Throwable failure) {
      queue.add(new Arrival(null, failure));
    }

    @Override
    public void onComplete() {
      queue.add(new Arrival(null, null));
    }
  }
}
