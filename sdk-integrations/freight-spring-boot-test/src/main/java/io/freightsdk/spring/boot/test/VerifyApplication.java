package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.verify.Verification;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.ApplicationContext;

/** A {@link Verification} of the set-up of an application; needs {@code freight-verify}. */
public final class VerifyApplication {
  private VerifyApplication() {}

  /**
   * A verification with the pool, limits and client of a context, and with {@code
   * spring.mvc.async.request-timeout} if it is set. Add what only you can tell, such as a scope.
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
    Verification verification =
        Verification.of(context.getBean(DataSource.class), jdbc.book())
            .limits(context.getBean(SpendLimits.class))
            .client(context.getBean(FreightClient.class))
            .ledger(builder -> builder.schema(schema));
    Duration timeout =
        context.getEnvironment().getProperty("spring.mvc.async.request-timeout", Duration.class);
    return timeout == null ? verification : verification.requestTimeout(timeout);
  }
}
