package io.freightsdk.spring.boot.test;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Adds a server, its broker and their properties to a context before it is refreshed.
 *
 * @param testClass part of the context's cache key if no other class may share the context;
 *     otherwise null
 */
record FreightServerCustomizer(String balanceUsd, @Nullable Class<?> testClass)
    implements ContextCustomizer {
  private static final boolean HAS_STARTER =
      ClassUtils.isPresent(
          "io.freightsdk.spring.boot.FreightClientCustomizer",
          FreightServerCustomizer.class.getClassLoader());

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    Broker broker = server.createBroker(balanceUsd);
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                "freight server of the test",
                Map.of(
                    "freight.base-url", server.baseUrl(), "freight.agent-key", broker.agentKey())));
    BeanDefinitionRegistry beans = (BeanDefinitionRegistry) context.getBeanFactory();
    register(beans, InMemoryFreightServer.class, () -> server).setDestroyMethodName("close");
    register(beans, Broker.class, () -> broker);
    register(beans, Faults.class, broker::faults);
    register(beans, ServerClock.class, server::clock);
    if (HAS_STARTER) ClockOfTheClient.register(beans, server);
  }

  private static <T> RootBeanDefinition register(
      BeanDefinitionRegistry beans, Class<T> type, Supplier<T> instance) {
    RootBeanDefinition definition = new RootBeanDefinition(type, instance);
    beans.registerBeanDefinition("freightTest" + type.getSimpleName(), definition);
    return definition;
  }

  /** A separate class, because the starter may be missing. */
  private static final class ClockOfTheClient {
    static void register(BeanDefinitionRegistry beans, InMemoryFreightServer server) {
      FreightServerCustomizer.register(
          beans,
          FreightClientCustomizer.class,
          () -> builder -> builder.clock(server.clock().asClock()));
    }
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
