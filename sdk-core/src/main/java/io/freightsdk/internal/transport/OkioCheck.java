package io.freightsdk.internal.transport;

/**
 * Tells early when the class path holds an okio that OkHttp cannot connect with.
 *
 * <p>A project that lists moshi before this SDK gets okio 3.7.0 by Maven's nearest-first rule and
 * would die at its first connect with {@code NoSuchMethodError: okio.Okio.socket}.
 */
public final class OkioCheck {
  private OkioCheck() {}

  /**
   * Checks once per client, at no cost.
   *
   * @throws IllegalStateException when okio is older than 3.13.0
   */
  public static void requireUsableOkio() {
    try {
      // The socket abstraction that OkHttp 5 is built on; linking it is the whole check.
      Class<?> unused = okio.Socket.class;
    } catch (LinkageError tooOld) {
      throw new IllegalStateException(
          "okio on the class path is older than 3.13.0, OkHttp cannot open a connection with it."
              + " Declare com.squareup.okio:okio-jvm:3.13.0 or newer as a direct dependency, or list"
              + " freight-sdk-core before moshi in your build file",
          tooOld);
    }
  }
}
