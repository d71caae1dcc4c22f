package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spend.SpendLedgerException;
import java.io.Serial;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Why the application cannot start, and what to do, in one line each. */
final class StartFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final String action;

  StartFailure(String description, String action, @Nullable Throwable cause) {
    super(description, cause);
    this.action = action;
  }

  /** Runs a step that may refuse its settings. */
  static <T> T explained(Supplier<T> start) {
    try {
      return start.get();
    } catch (IllegalArgumentException refused) {
      throw new StartFailure(
          text(refused), "Correct the freight.* property that the message names.", refused);
    } catch (SpendLedgerException closed) {
      throw new StartFailure(
          text(closed), "Check freight.spend.jdbc.* and the application's DataSource.", closed);
    } catch (IllegalStateException clash) {
      throw new StartFailure(
          text(clash), "Change the dependency that the message names in your build.", clash);
    }
  }

  private static String text(RuntimeException failure) {
    String message = String.valueOf(failure.getMessage());
    return message
        .replace("call baseUrl(...)", "set freight.base-url")
        .replace("call agentKey(...)", "set freight.agent-key")
        .replace("open the ledger with SchemaMode.CREATE", "set freight.spend.jdbc.schema=create");
  }

  /**
   * Registered in {@code spring.factories}; runs before Boot's analyzers, which would explain only
   * the cause.
   */
  @Order(Ordered.HIGHEST_PRECEDENCE)
  static final class Analyzer extends AbstractFailureAnalyzer<StartFailure> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartFailure cause) {
      return new FailureAnalysis("FreightClient: " + cause.getMessage(), cause.action, rootFailure);
    }
  }
}
