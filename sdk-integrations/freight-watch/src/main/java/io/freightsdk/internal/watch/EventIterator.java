package io.freightsdk.internal.watch;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.watch.LoadEvent;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** An iterator that waits for events, and requests an event only while a thread waits for it. */
final class EventIterator implements Iterator<LoadEvent>, Flow.Subscriber<LoadEvent> {
  /** What arrived: an event, or the end. */
  private record Arrival(@Nullable LoadEvent event, @Nullable Throwable failure) {}

  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private volatile Flow.@Nullable Subscription subscription;

  // Confined to the thread that iterates.
  private @Nullable Arrival next;
  private boolean asked;

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
    Flow.Subscription opened = subscription;
    if (!asked && opened != null) {
      asked = true;
      opened.request(1);
    }
    try {
      return arrivals.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (opened != null) {
        opened.cancel();
      }
      FailureFacts facts = FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null);
      return new Arrival(
          null, new FreightCancelledException(facts, "the waiting thread was interrupted"));
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
  }

  @Override
  public void onNext(LoadEvent event) {
    arrivals.add(new Arrival(event, null));
  }

  @Override
  public void onError(Throwable failure) {
    arrivals.add(new Arrival(null, failure));
  }

  @Override
  public void onComplete() {
    arrivals.add(new Arrival(null, null));
  }
}
