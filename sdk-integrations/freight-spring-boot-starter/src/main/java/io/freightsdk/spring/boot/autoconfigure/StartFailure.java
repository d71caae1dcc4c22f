package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spend.SpendStoreException;
import java.io.Serial;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Why the application cannot start, told in one line with what to do. */
final class StartFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final String action;

  StartFailure(String description, String action, @Nullable Throwable cause) {
    super(description, cause);
    this.action = action;
  }

  /** Runs what may refuse its settings. */
  static <T> T explained(Supplier<T> start) {
    try {
      return start.get();
    } catch (IllegalArgumentException refused) {
      throw new StartFailure(text(refused), "Correct the freight.* property it names.", refused);
    } catch (SpendStoreException closed) {
      throw new StartFailure(
          text(closed), "See freight.spend.jdbc.* and the application's DataSource.", closed);
    } catch (IllegalStateException clash) {
      throw new StartFailure(text(clash), "Change the dependency it names in your build.", clash);
    }
  }

  private static String text(RuntimeException failure) {
    String message = String.valueOf(failure.getMessage());
    return message
        .replace("call baseUrl(...)", "set freight.base-url")
        .replace("call agentKey(...)", "set freight.agent-key")
        .replace("open the store with SchemaMode.CREATE", "set freight.spend.jdbc.schema=create");
  }

  /** Registered in {@code spring.factories}; before Boot's own, which would explain the cause. */
  @Order(Ordered.HIGHEST_PRECEDENCE)
  static final class Analyzer extends AbstractFailureAnalyzer<StartFailure> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartFailure cause) {
      return new FailureAnalysis("FreightClient: " + cause.getMessage(), cause.action, rootFailure);
    }
  }
}
