package io.freightsdk.server.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recognises requests with the same bytes as an earlier one that got no complete or no final
 * answer: some HTTP clients send such requests again by themselves (java.net.http a GET,
 * HttpURLConnection a POST). Safe for use by several threads.
 */
public final class Unanswered {
  private static final int MOST = 256;

  /** Guarded by itself: fingerprints of such requests, the oldest evicted. */
  private final Map<List<Object>, String> ids = new LinkedHashMap<>();

  /** Whether there was one: until then calls need not wait for each other. */
  private volatile boolean any;

  /**
   * The id of the request that this one repeats, or null.
   *
   * @param mayComeAgain whether this one has no complete or no final answer
   */
  public @Nullable String check(
      Supplier<List<Object>> fingerprint, String requestId, boolean mayComeAgain) {
    if (!any && !mayComeAgain) return null;
    List<Object> same = fingerprint.get();
    synchronized (ids) {
      any = true;
      String earlier = mayComeAgain ? ids.put(same, requestId) : ids.remove(same);
      if (ids.size() > MOST) ids.remove(ids.keySet().iterator().next());
      return earlier;
    }
  }

  void clear() {
    synchronized (ids) {
      ids.clear();
      any = false;
    }
  }
}
