package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClient;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.verify.Verification;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.ApplicationContext;

/** A {@link Verification} of the set-up of an application; needs {@code freight-verify}. */
public final class VerifyApplication {
  private VerifyApplication() {}

  /**
   * A verification with the pool and the client of a context, the limits of the client's guard,
   * whether that only reports, a clock of its ledger other than that of {@link
   * AutoConfigureFreightServer}, and with {@code spring.mvc.async.request-timeout} if it is set.
   * Add what only you can tell, such as a scope.
   *
   * @throws NoSuchBeanDefinitionException if there is no single {@code DataSource}, {@code
   *     SpendLimits} or {@code FreightClient}
   * @throws IllegalStateException if the ledger is not in a database
   */
  public static Verification of(ApplicationContext context) {
    FreightProperties.Jdbc jdbc = context.getBean(FreightProperties.class).spend().jdbc();
    if (jdbc.schema() == FreightProperties.SchemaMode.NONE) {
      throw new IllegalStateException(
          "the ledger is in memory, so each instance has the whole of every limit; set"
              + " freight.spend.jdbc.schema");
    }
    SchemaMode schema = SchemaMode.valueOf(jdbc.schema().name());
    FreightClient client = context.getBean(FreightClient.class);
    Verification verification =
        Verification.of(context.getBean(DataSource.class), jdbc.book())
            .client(client)
            .ledger(builder -> builder.schema(schema));
    if (client.spendGuard() instanceof LedgerGuard guard) {
      verification.limits(guard.limits());
      if (guard.isReportOnly()) verification.guard(LedgerGuard::reportOnly);
      Clock clock = guard.ledger().clock();
      if (clock != null && !isOfTheTest(clock, context)) {
        verification.ledger(builder -> builder.schema(schema).clock(clock));
      }
    } else {
      verification.limits(context.getBean(SpendLimits.class));
    }
    Duration timeout =
        context.getEnvironment().getProperty("spring.mvc.async.request-timeout", Duration.class);
    return timeout == null ? verification : verification.requestTimeout(timeout);
  }

  /** The server of {@link AutoConfigureFreightServer} gives its clock to everything. */
  private static boolean isOfTheTest(Clock clock, ApplicationContext context) {
    return context.getBeanNamesForType(ServerClock.class).length > 0
        && clock == context.getBean(FreightServerCustomizer.CLOCK);
  }
}
