package io.freightsdk.spring.boot.autoconfigure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers beans for each of {@code freight.clients}, made by a method of another bean that takes
 * the client's name.
 */
abstract class ClientBeans implements ImportBeanDefinitionRegistrar, EnvironmentAware {
  private final String maker;
  private @Nullable Environment environment;

  /**
   * @param maker the bean that makes them
   */
  ClientBeans(String maker) {
    this.maker = maker;
  }

  /** Registers those of one client. */
  abstract void register(String client, BeanDefinitionRegistry registry);

  @Override
  public final void setEnvironment(Environment environment) {
    this.environment = environment;
  }

  @Override
  public final void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    for (String client : SingleClient.names(Objects.requireNonNull(environment))) {
      register(client, registry);
    }
  }

  /** What the maker's method returns for the client. */
  final RootBeanDefinition made(Class<?> type, String method, String client) {
    RootBeanDefinition bean = new RootBeanDefinition(type);
    bean.setFactoryBeanName(maker);
    bean.setFactoryMethodName(method);
    bean.getConstructorArgumentValues().addIndexedArgumentValue(0, client);
    return bean;
  }

  /** Registers a bean unless the application has its own of this name. */
  static void registerIfMissing(
      BeanDefinitionRegistry registry, String name, RootBeanDefinition bean) {
    if (!registry.containsBeanDefinition(name)) registry.registerBeanDefinition(name, bean);
  }
}
