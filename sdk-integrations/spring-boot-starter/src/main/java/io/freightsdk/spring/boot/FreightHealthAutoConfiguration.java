package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The health indicator {@code freight}, on the Spring Boot that is there. */
@AutoConfiguration(after = FreightAutoConfiguration.class)
@ConditionalOnBean(FreightClient.class)
@Import({Boot35Health.class, Boot4Health.class})
public class FreightHealthAutoConfiguration {
  @Bean
  BalanceHealth freightBalanceHealth(
      ApplicationContext context,
      FreightProperties properties,
      @Qualifier(FreightAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    // Also those that are injected only by their name.
    Map<String, FreightClient> clients =
        BeanFactoryUtils.beansOfTypeIncludingAncestors(context, FreightClient.class);
    return new BalanceHealth(
        clients, properties.health().minimumBalance(), clock.getIfAvailable(Clock::systemUTC));
  }
}
