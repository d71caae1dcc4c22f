package io.freightsdk.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test that needs a program. It is skipped on a machine without the program, and fails there if
 * the environment variable {@code FREIGHT_REQUIRE} names it: {@code
 * FREIGHT_REQUIRE=postgres,mariadb,browser,xvfb}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Needs.Condition.class)
public @interface Needs {
  Program value();

  /** A program that a machine may lack. {@code .ci/with-databases.sh} starts the databases. */
  enum Program {
    POSTGRES("FREIGHT_TEST_POSTGRES_URL"),
    PGBOUNCER("FREIGHT_TEST_PGBOUNCER_URL"),
    MARIADB("FREIGHT_TEST_MARIADB_URL"),
    /** Chromium and Node, which drives it. */
    BROWSER(""),
    /** A display that nobody sees, for windows. */
    XVFB("");

    private static final List<String> REQUIRED =
        Arrays.asList(System.getenv().getOrDefault("FREIGHT_REQUIRE", "").split(","));

    private final String variable;

    Program(String variable) {
      this.variable = variable;
    }

    /** The JDBC URL of a database; without it, the test ends here. */
    public String urlOrSkip() {
      @Nullable String url = System.getenv(variable);
      orSkip(url != null);
      return url;
    }

    /** Whether a database is available, or required. */
    public boolean isExpected() {
      return System.getenv(variable) != null || isRequired();
    }

    /** Ends the test if this is missing. */
    public void orSkip(boolean isHere) {
      if (isHere) return;
      if (isRequired())
        throw new AssertionError("FREIGHT_REQUIRE names what is missing: " + need());
      Assumptions.abort(need());
    }

    private boolean isRequired() {
      return REQUIRED.contains(name().toLowerCase(Locale.ROOT));
    }

    private String need() {
      return switch (this) {
        case BROWSER -> "needs chromium and node (apt-get install chromium nodejs)";
        case XVFB -> "needs Xvfb (apt-get install xvfb)";
        default -> "needs " + variable + ": run with .ci/with-databases.sh";
      };
    }
  }

  /** Checks before the test or the class. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      Program program =
          AnnotationSupport.findAnnotation(context.getElement(), Needs.class)
              .map(Needs::value)
              .orElse(null);
      if (program == null || program.isExpected()) return ConditionEvaluationResult.enabled("");
      return ConditionEvaluationResult.disabled(program.need());
    }
  }
}
