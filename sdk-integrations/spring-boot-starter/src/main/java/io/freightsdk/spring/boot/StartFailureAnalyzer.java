package io.freightsdk.spring.boot;

import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a {@link StartFailure}. Registered in {@code spring.factories}. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartFailure> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StartFailure failure) {
    return new FailureAnalysis(failure.problem() + ".", asSentence(failure.action()), failure);
  }

  private static String asSentence(String action) {
    return action.substring(0, 1).toUpperCase(Locale.ROOT) + action.substring(1) + ".";
  }
}
