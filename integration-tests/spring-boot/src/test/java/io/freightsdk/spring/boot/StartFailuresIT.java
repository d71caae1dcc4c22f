package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.micrometer.FreightMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * The report that the log of an application has instead of a stack trace: the problem, with the
 * property and its origin, and the remedy. {@code StartFailuresTest} has all mistakes.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartFailuresIT {
  @Import({
    FreightLedgerAutoConfiguration.class,
    FreightAutoConfiguration.class,
    FreightJobsAutoConfiguration.class,
    FreightToolsAutoConfiguration.class,
    FreightMetricsAutoConfiguration.class,
    FreightHealthAutoConfiguration.class
  })
  static class Application {}

  private static final String ADDRESS = "freight.base-url=https://api.example.com";
  private static final String KEY = "freight.agent-key=sk_live_51H8";

  /**
   * A mistake.
   *
   * @param beans of the application
   * @param properties next to a good address and key, which they may replace
   * @param problem how the description begins
   * @param action how the action begins; null for the remedy of the builder that refuses
   */
  private record Mistake(
      Consumer<GenericApplicationContext> beans,
      List<String> properties,
      String problem,
      @Nullable String action) {
    @Override
    public String toString() {
      return properties + " " + problem;
    }
  }

  private static final List<Mistake> MISTAKES = new ArrayList<>();

  private static void mistake(String properties, String problem, @Nullable String action) {
    mistake(beans -> {}, properties, problem, action);
  }

  private static void mistake(
      Consumer<GenericApplicationContext> beans,
      String properties,
      String problem,
      @Nullable String action) {
    List<String> all = properties.isEmpty() ? List.of() : List.of(properties.split(" \\| "));
    MISTAKES.add(new Mistake(beans, all, problem, action));
  }

  static {
    mistake("freight.base-url", "freight.base-url: ", null);
    mistake("freight.agent-key=sk_live 51H8", "freight.agent-key: ", null);
    mistake("freight.call-timeout=30d", "freight.call-timeout: ", null);
    mistake(
        "freight.limits.per-dya=3",
        "freight.limits.per-dya (commandLineArgs) is no limit.",
        "The limits are per-hour, per-day, per-month, total and zone below freight.limits,");
    mistake(
        "freight.attempt-timeout=soon",
        "freight.attempt-timeout: cannot read \"soon\" (\"freight.attempt-timeout\" from property"
            + " source \"commandLineArgs\").",
        "Write a time such as 30s, 5m or 2h.");
    mistake(
        "freight.limits.per-customer.per-month=300.00",
        "freight.limits.per-customer.per-month: is a calendar month, which needs a time zone.",
        "Set freight.limits.zone as well, such as freight.limits.zone=America/Chicago.");
    mistake(
        "freight.ledger.store=file | freight.ledger.file=FOLDER/text.db",
        "freight.ledger.file: cannot read or write",
        "Choose another file.");
    conditions();
    beans();
  }

  private static void conditions() {
    mistake(
        "freight.jobs.enabled=${WITH_JOBS}",
        "freight.jobs.enabled is still a placeholder: WITH_JOBS is not set.",
        "Set it where this program starts,");
    mistake(
        "freight.tools.limit-per-day=${AGENTS_LIMIT}",
        "freight.tools.limit-per-day is still a placeholder: AGENTS_LIMIT is not set.",
        "Set it where this program starts,");
  }

  private static void beans() {
    mistake(
        beans -> beans.registerBean(DataSource.class, StartFailuresIT::unreachable),
        "",
        "freight.jobs.enabled=true: cannot read or write (SQL state 08001): Connection refused.",
        "Check the database of spring.datasource.url: that it is running,");
    mistake(
        beans -> beans.registerBean(NeedsJobs.class),
        "",
        "freight.jobs.enabled: there is no FreightJobs, because there is no DataSource, spring-jdbc"
            + " is missing, the property is false, FreightJobsAutoConfiguration is excluded, or"
            + " this is a test of a part of the application, such as a @WebMvcTest.",
        "Add spring-boot-starter-jdbc and set spring.datasource.url, remove the property or the"
            + " exclusion, or add a @MockitoBean FreightJobs to the test.");
    mistake(
        beans -> beans.registerBean(NeedsTools.class),
        "",
        "freight.tools.limit-per-day is not set, so there are no tools for agents.",
        "Set it to what all agents may spend in a day, such as 5.00.");
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    FreightMetrics unused = new FreightMetrics(registry);
    mistake(
        beans -> beans.registerBean(MeterRegistry.class, () -> registry),
        "",
        "freight meters: MeterId{name='freight.charges',",
        "Define a FreightMetrics bean of your own, with tags that no other client there has.");
  }

  record NeedsJobs(FreightJobs jobs) {}

  /** By a field, because a constructor would get an empty list. */
  static class NeedsTools {
    @Autowired List<AgentTool> tools;
  }

  private static DataSource unreachable() {
    return new AbstractDataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        throw new SQLException("Connection refused", "08001");
      }

      @Override
      public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
      }
    };
  }

  // --- the tests ---

  static Stream<Mistake> mistakes() {
    return MISTAKES.stream();
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakeIsReportedWithItsPropertyAndRemedy(Mistake mistake, CapturedOutput log)
      throws IOException {
    Path text = Files.writeString(folder.resolve("text.db"), "This is no database.".repeat(9));
    Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-------"));
    List<String> arguments = new ArrayList<>();
    for (String property : mistake.properties) {
      if (property.contains("=")) arguments.add("--" + property.replace("FOLDER", "" + folder));
    }
    for (String property : List.of(ADDRESS, KEY)) {
      String name = property.substring(0, property.indexOf('='));
      if (mistake.properties.stream().noneMatch(own -> own.startsWith(name))) {
        arguments.add("--" + property);
      }
    }
    String[] all = arguments.toArray(String[]::new);
    Throwable failure = catchThrowable(() -> application(mistake.beans).run(all).close());
    String report = log.getAll().substring(log.getAll().indexOf("APPLICATION FAILED TO START"));
    assertThat(report.replace("" + folder, "FOLDER"))
        .contains("Description:\n\n" + mistake.problem)
        .contains("Action:\n\n" + (mistake.action != null ? mistake.action : remedy(failure)))
        .doesNotContain("\tat ", "Exception");
    assertThat(mistake.problem).containsAnyOf("freight.", "spring.datasource.url");
    assertThat(log).doesNotContain("sk_live_51H8");
  }

  private static String remedy(Throwable failure) {
    Throwable cause = failure;
    while (!(cause instanceof InvalidOptionException)) cause = cause.getCause();
    String remedy = ((InvalidOptionException) cause).remedy();
    return remedy.substring(0, 1).toUpperCase(Locale.ROOT) + remedy.substring(1) + ".";
  }

  private static SpringApplicationBuilder application(Consumer<GenericApplicationContext> beans) {
    ApplicationContextInitializer<GenericApplicationContext> register = beans::accept;
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            // No files: each start would look for them in many places.
            "spring.config.location=optional:file:none/")
        .initializers(register);
  }

  /** It is no mistake in the properties, and its place in the code is needed. */
  @Test
  void faultOfTheApplicationKeepsItsStackTrace(CapturedOutput log) {
    FreightClientCustomizer faulty =
        client -> {
          throw new IllegalStateException("no such tenant");
        };
    assertThatThrownBy(
            () ->
                application(
                        beans -> beans.registerBean(FreightClientCustomizer.class, () -> faulty))
                    .run("--" + ADDRESS, "--" + KEY)
                    .close())
        .hasRootCauseMessage("no such tenant");
    assertThat(log).doesNotContain("APPLICATION FAILED TO START").contains("\tat ");
  }
}
