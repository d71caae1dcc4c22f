package io.freightsdk.spring.boot.test;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.ServerClock;
import java.time.Clock;
import java.util.List;
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
 * Adds a server and its broker to a context before it is refreshed.
 *
 * @param testClass part of the context's cache key if no other class may share the context;
 *     otherwise null
 */
record FreightServerCustomizer(String balanceUsd, @Nullable Class<?> testClass)
    implements ContextCustomizer {
  /** Client and jobs of the starter go by the bean of this name. */
  private static final String CLOCK = "freightClock";

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    Broker broker = server.createBroker(balanceUsd);
    BeanDefinitionRegistry beans = (BeanDefinitionRegistry) context.getBeanFactory();
    add(beans, InMemoryFreightServer.class, () -> server).setDestroyMethodName("close");
    add(beans, ServerClock.class, server::clock);
    add(beans, Broker.class, () -> broker);
    add(beans, Faults.class, broker::faults);
    RootBeanDefinition clock = new RootBeanDefinition(Clock.class, () -> server.clock().asClock());
    // Not injected by type: the application may have its own clock.
    clock.setDefaultCandidate(false);
    beans.registerBeanDefinition(CLOCK, clock);
    new ClientsOfTheTest(server.baseUrl(), broker.agentKey()).join(context);
  }

  private static <T> RootBeanDefinition add(
      BeanDefinitionRegistry beans, Class<T> type, Supplier<T> instance) {
    RootBeanDefinition definition = new RootBeanDefinition(type, instance);
    beans.registerBeanDefinition("freightTest" + type.getSimpleName(), definition);
    return definition;
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
