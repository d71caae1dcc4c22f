package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.answers.ToolErrorException;
import java.lang.System.Logger.Level;

/** The broker account whose money a call would spend. */
final class Account {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private Account() {}

  /**
   * The account of a client now.
   *
   * @throws ToolErrorException if the application's supplier of agent keys has none
   */
  static String of(FreightClient client) {
    try {
      return client.accountId();
    } catch (Throwable e) {
      // Whatever code of the host throws. Its message may contain anything.
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      LOG.log(Level.ERROR, () -> "the agent key supplier failed: " + e.getClass().getName());
      throw ToolErrorException.of("KEY_UNAVAILABLE", Retry.AFTER_DELAY)
          .because(
              "The application could not get its agent key, so nothing was sent.",
              "Try once more in a minute, then tell the user.");
    }
  }
}
