package io.freightsdk.testing;

import mockwebserver3.MockResponse;
import mockwebserver3.QueueDispatcher;
import mockwebserver3.RecordedRequest;

/** Answers in order, and holds every body that arrives against the API description. */
final class CheckedRequests extends QueueDispatcher {
  private final DescribedBodies bodies = new DescribedBodies();

  /** Fails when something arrived that is not as the description says. */
  void failIfViolated() {
    bodies.failIfViolated();
  }

  @Override
  public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
    bodies.check(request);
    return super.dispatch(request);
  }
}
