package io.freightsdk.server.http;

/**
 * The settings of the JDK's HTTP server that exist only as system properties. They are read once,
 * when its classes load, so they must be in place before the first server of the JVM; a value set
 * by the user stands.
 */
public final class EngineSettings {
  private static final System.Logger LOG = System.getLogger(EngineSettings.class.getName());
  private static final String PREFIX = "sun.net.httpserver.";

  private EngineSettings() {}

  /** What every server needs. */
  static void prepare() {
    // Without it each keep-alive answer with a body costs 44 ms: Nagle waits for a delayed ACK.
    setIfAbsent("nodelay", "true");
    // The default of 200 breaks the sockets of a load test of 400 clients.
    setIfAbsent("maxIdleConnections", "10000");
  }

  /**
   * What a server that strangers can reach needs as well: a bound on the time to send a request.
   */
  public static void limitRequestTime(int seconds) {
    setIfAbsent("maxReqTime", Integer.toString(seconds));
  }

  private static void setIfAbsent(String name, String value) {
    String property = PREFIX + name;
    String present = System.getProperty(property);
    if (present == null) {
      System.setProperty(property, value);
    } else if (name.equals("nodelay") && !Boolean.parseBoolean(present)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}={1}: each answer over a kept connection will take about 44 ms",
          property,
          present);
    }
  }
}
