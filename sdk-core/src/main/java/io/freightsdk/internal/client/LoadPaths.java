package io.freightsdk.internal.client;

import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;

/** The URLs of operations on one service. */
final class LoadPaths {
  private static final String PLACEHOLDER = "{loadNumber}";
  private static final int MAX_LOAD_NUMBER_CHARS = 128;

  private final HttpUrl base;
  private final Map<Operation, HttpUrl> urls = new ConcurrentHashMap<>();

  LoadPaths(HttpUrl base) {
    this.base = base;
  }

  /** The URL of an operation without a load number in its path. */
  HttpUrl url(Operation operation) {
    return urls.computeIfAbsent(
        operation, any -> base.newBuilder().addPathSegments(any.path().substring(1)).build());
  }

  /** The URL of an operation on one load. */
  HttpUrl url(Operation operation, String loadNumber) {
    HttpUrl.Builder url = base.newBuilder();
    for (String segment : operation.path().substring(1).split("/", -1)) {
      url.addPathSegment(segment.equals(PLACEHOLDER) ? loadNumber : segment);
    }
    return url.build();
  }

  /**
   * A load number that stays in its path segment. {@code ".."} would call another operation, and an
   * empty one the list of loads.
   */
  static String requireLoadNumber(String loadNumber) {
    Require.nonNull(loadNumber, "loadNumber");
    boolean dots = loadNumber.equals(".") || loadNumber.equals("..");
    boolean leaves =
        loadNumber.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    if (loadNumber.isBlank() || dots || leaves || loadNumber.length() > MAX_LOAD_NUMBER_CHARS) {
      throw new IllegalArgumentException(
          "loadNumber is blank, longer than "
              + MAX_LOAD_NUMBER_CHARS
              + " characters, or is made of dots, slashes or control characters that would change the"
              + " path; pass the number returned at creation, such as LD-2026-0001");
    }
    return loadNumber;
  }
}
