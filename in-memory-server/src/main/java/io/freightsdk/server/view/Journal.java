package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latest requests of a server; 10,000 unless configured otherwise. It has no requests of the
 * test control. Thread-safe.
 */
public interface Journal {
  /** The stored requests, oldest first. */
  List<RecordedRequest> requests();

  /** The latest {@code limit} requests, oldest first. */
  List<RecordedRequest> last(int limit);

  /** The stored requests that match, oldest first. */
  default List<RecordedRequest> matching(Predicate<RecordedRequest> matcher) {
    return requests().stream().filter(matcher).toList();
  }

  /** The number of requests since the start, including requests that are no longer stored. */
  long total();

  /**
   * Waits for the first matching request, which may already be stored.
   *
   * @param timeout maximum wait, in machine time
   * @throws AssertionError if none arrives in time; the message lists the requests that arrived
   */
  RecordedRequest await(Predicate<RecordedRequest> matcher, Duration timeout);

  /** Removes every request. */
  void clear();
}
