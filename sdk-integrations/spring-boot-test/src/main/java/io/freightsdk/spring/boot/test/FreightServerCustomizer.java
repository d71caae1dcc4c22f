package io.freightsdk.spring.boot.test;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.ServerClock;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Adds a server, its broker, and their properties to a context before it is refreshed.
 *
 * @param testClass part of the context's cache key if no other class may share the context;
 *     otherwise null
 */
record FreightServerCustomizer(String balanceUsd, @Nullable Class<?> testClass)
    implements ContextCustomizer {
  /** Client and jobs of the starter go by the bean of this name. */
  static final String CLOCK = "freightClock";

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    BeanDefinitionRegistry beans = (BeanDefinitionRegistry) context.getBeanFactory();
    // A ledger in a database that outlives the server would tell of another broker's money.
    ApplicationsServer.connect(context, server, balanceUsd, "test-" + UUID.randomUUID());
    register(beans, InMemoryFreightServer.class, () -> server).setDestroyMethodName("close");
    register(beans, ServerClock.class, server::clock);
    RootBeanDefinition clock = definition(Clock.class, () -> server.clock().asClock());
    // Nobody gets it by its type: the application may have a clock of its own.
    clock.setDefaultCandidate(false);
    beans.registerBeanDefinition(CLOCK, clock);
  }

  private static <T> RootBeanDefinition register(
      BeanDefinitionRegistry beans, Class<T> type, Supplier<T> instance) {
    RootBeanDefinition definition = definition(type, instance);
    beans.registerBeanDefinition("freightTest" + type.getSimpleName(), definition);
    return definition;
  }

  private static <T> RootBeanDefinition definition(Class<T> type, Supplier<T> instance) {
    return new RootBeanDefinition(type, instance);
  }

  /** Registered in {@code spring.factories}. */
  static final class Factory implements ContextCustomizerFactory {
    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
        Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
      AutoConfigureFreightServer wanted =
          TestContextAnnotationUtils.findMergedAnnotation(
              testClass, AutoConfigureFreightServer.class);
      if (wanted == null) return null;
      return new FreightServerCustomizer(wanted.balanceUsd(), wanted.perClass() ? testClass : null);
    }
  }
}
