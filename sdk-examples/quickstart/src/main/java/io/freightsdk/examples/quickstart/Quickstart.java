package io.freightsdk.examples.quickstart;

import io.freightsdk.error.FreightException;
import java.io.PrintStream;
import java.util.Map;

/**
 * Drives one load from creation to delivery and shows what every call cost.
 *
 * <p>Without {@code FREIGHT_BASE_URL} it starts the service in this JVM and drives the truck in
 * virtual time. With {@code FREIGHT_BASE_URL} and {@code FREIGHT_AGENT_KEY} it calls that
 * deployment, and creates nothing there without {@code --create}.
 */
public final class Quickstart {
  private static final String USAGE =
      """
      usage: quickstart [--create] [--follow]
        --create  creates a load at FREIGHT_BASE_URL; it is paid for
        --follow  then reads it every 5 minutes until it is delivered; each read is paid for
      Without FREIGHT_BASE_URL a server in this JVM is used, and no real money.""";

  private Quickstart() {}

  /** Runs it with the environment of the process; ends with status 2 on an unknown argument. */
  public static void main(String[] args) {
    int status = run(args, System.getenv(), System.out);
    if (status != 0) {
      System.exit(status);
    }
  }

  static int run(String[] args, Map<String, String> environment, PrintStream out) {
    Arguments arguments = Arguments.parse(args);
    if (arguments == null) {
      out.println(USAGE);
      return 2;
    }
    String baseUrl = environment.get("FREIGHT_BASE_URL");
    if (baseUrl == null) {
      new EmbeddedRun(out).run();
      return 0;
    }
    try {
      new DeployedRun(baseUrl, environment.get("FREIGHT_AGENT_KEY"), arguments, out).run();
      return 0;
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
      return 2;
    } catch (FreightException e) {
      out.println(e.getMessage());
      out.println("charged: " + e.charge() + "; next step: " + e.nextStep());
      return 1;
    }
  }
}
