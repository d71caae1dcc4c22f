package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The last requests of a server, 10,000 unless configured otherwise. Requests of the test control
 * are not in it. Safe for use by several threads.
 */
public interface Journal {
  /** The requests still kept, oldest first. */
  List<RecordedRequest> requests();

  /** The last {@code limit} requests, oldest first. */
  List<RecordedRequest> last(int limit);

  /** The kept requests that match, oldest first. */
  default List<RecordedRequest> matching(Predicate<RecordedRequest> matcher) {
    return requests().stream().filter(matcher).toList();
  }

  /** How many requests were recorded since the start, including those no longer kept. */
  long total();

  /**
   * Waits for the first matching request, which may already be kept.
   *
   * @param timeout longest wait, in machine time
   * @throws AssertionError when none arrives in time; the message lists what did arrive
   */
  RecordedRequest await(Predicate<RecordedRequest> matcher, Duration timeout);

  /** Removes every request. */
  void clear();
}
