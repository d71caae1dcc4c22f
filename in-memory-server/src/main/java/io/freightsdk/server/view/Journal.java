package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The journal with the latest requests of a server; 10,000 unless configured otherwise. Requests to
 * the test control are not recorded. Thread-safe.
 */
public interface Journal {
  /** The stored requests, oldest first. */
  List<RecordedRequest> requests();

  /** Returns at most this number of the latest requests, oldest first. */
  List<RecordedRequest> last(int limit);

  /** Returns the stored requests that match, oldest first. */
  default List<RecordedRequest> matching(Predicate<RecordedRequest> matcher) {
    return requests().stream().filter(matcher).toList();
  }

  /** The number of requests since the start, including requests that are no longer stored. */
  long total();

  /**
   * Waits for the first matching request and returns it. It may already be stored.
   *
   * @param timeout the maximum wait, in machine time
   * @throws AssertionError if no matching request arrives in time; the message lists the requests
   *     that arrived
   */
  RecordedRequest await(Predicate<RecordedRequest> matcher, Duration timeout);

  /** Removes every request. */
  void clear();
}
