package io.freightsdk.spring.boot;

import io.freightsdk.CallListener;
import io.freightsdk.FreightClient;
import io.freightsdk.PaidCallCheck;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Makes the beans of this starter as an application does, without an application context. */
final class Starting {
  private final StandardEnvironment environment = new StandardEnvironment();
  private final DefaultListableBeanFactory beans;

  private Starting(DefaultListableBeanFactory beans, String... arguments) {
    this.beans = beans;
    environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
    ConfigurationPropertySources.attach(environment);
  }

  /** The properties that these arguments of a command line set. */
  static FreightProperties properties(String... arguments) {
    return new Starting(new DefaultListableBeanFactory(), arguments).properties();
  }

  /**
   * Makes all beans.
   *
   * @param beans of the application
   */
  static void run(DefaultListableBeanFactory beans, String... arguments) {
    new Starting(beans, arguments).run();
  }

  private FreightProperties properties() {
    MistypedLimits.check(environment);
    return Binder.get(environment).bindOrCreate("freight", FreightProperties.class);
  }

  private void run() {
    FreightProperties properties = properties();
    try (SpendLedger ledger = ledger(properties)) {
      LedgerGuard guard = new FreightAutoConfiguration().freightSpendGuard(ledger, properties);
      FreightAutoConfiguration.addLogListener(guard, properties.limits().alertThreshold());
      try (FreightClient client = client(properties, guard)) {
        boolean hasOwn = beans.getBeanNamesForType(FreightClient.class).length > 0;
        if (!hasOwn) beans.registerSingleton("freightClient", client);
        boolean hasDatabase = beans.getBeanNamesForType(DataSource.class).length > 0;
        if (properties.jobs().enabled() && hasDatabase) runJobs(properties);
      }
    }
  }

  private SpendLedger ledger(FreightProperties properties) {
    return new FreightLedgerAutoConfiguration()
        .freightSpendLedger(
            properties,
            beans.getBeanProvider(DataSource.class),
            environment,
            beans.getBeanProvider(Clock.class),
            beans.getBeanProvider(PropertiesCustomerLimits.class));
  }

  private FreightClient client(FreightProperties properties, LedgerGuard guard) {
    return new FreightAutoConfiguration()
        .freightClient(
            properties,
            new FreightAutoConfiguration.PropertiesConnection(properties),
            guard,
            beans.getBeanProvider(PaidCallCheck.class),
            beans.getBeanProvider(PositionCache.class),
            beans.getBeanProvider(RetryRegistry.class),
            beans.getBeanProvider(CallListener.class),
            beans.getBeanProvider(FreightClientCustomizer.class),
            beans.getBeanProvider(PropertiesCustomerLimits.class),
            beans.getBeanProvider(StartLine.Approvals.class),
            beans.getBeanProvider(Clock.class));
  }

  private void runJobs(FreightProperties properties) {
    beans.registerSingleton(
        "freightCustomerClients",
        new FreightAutoConfiguration()
            .freightCustomerClients(beans.getBeanProvider(FreightClient.class)));
    FreightJobs jobs =
        new FreightJobsAutoConfiguration()
            .freightJobs(
                beans.getBeanProvider(FreightClient.class),
                beans.getBeanProvider(DataSource.class),
                beans.getBeanProvider(JobsListener.class),
                properties,
                new PropertiesCustomerLimits(properties.limits()),
                beans.getBeanProvider(CustomerClients.class),
                beans.getBeanProvider(FreightJobsCustomizer.class),
                environment,
                beans.getBeanProvider(Clock.class));
    FreightJobsAutoConfiguration.Runner runner =
        new FreightJobsAutoConfiguration.Runner(List.of(jobs), properties.jobs(), environment);
    runner.start();
    runner.stop();
  }
}
