package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spring.boot.FreightProperties;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * The clients of {@code freight.clients.*}. Each has its own key, books, limits and positions; they
 * share threads and connections.
 */
final class NamedClients implements DisposableBean {
  private final FreightProperties properties;
  private final ClientMaker maker;
  private final SpendLimits limits;
  private final ObjectProvider<DataSource> database;
  private final ObjectProvider<PositionCache> positions;
  private final Kept kept;

  /** Makes no call; the others are made of it. Beans are made by one thread at a time. */
  private @Nullable FreightClient stem;

  NamedClients(
      FreightProperties properties,
      ClientMaker maker,
      SpendLimits limits,
      ObjectProvider<DataSource> database,
      ObjectProvider<PositionCache> positions,
      Kept kept) {
    this.properties = properties;
    this.maker = maker;
    this.limits = limits;
    this.database = database;
    this.positions = positions;
    this.kept = kept;
  }

  /** The bean of this name. */
  FreightClient client(String name) {
    return StartFailure.explained(
        () -> make(name, Objects.requireNonNull(properties.clients().get(name))));
  }

  private FreightClient make(String name, FreightProperties.Client client) {
    String prefix = "freight.clients." + name + ".";
    if (client.agentKey() == null && !maker.hasKeys()) {
      throw new IllegalArgumentException("no agent key: set " + prefix + "agent-key");
    }
    String url = client.baseUrl() != null ? client.baseUrl() : properties.baseUrl();
    if (url == null) url = System.getenv("FREIGHT_BASE_URL");
    if (url == null) {
      throw new IllegalArgumentException(
          "no base URL: set " + prefix + "base-url or freight.base-url");
    }
    String book = client.book() != null ? client.book() : name;
    SpendStore books =
        FreightSpendAutoConfiguration.store(properties.spend().jdbc().schema(), book, database);
    kept.books(book, books);
    PositionCache shared =
        FreightSpendAutoConfiguration.positions(properties.positions().schema(), book, database);
    if (shared != null) kept.positions(shared);
    ClientMaker.Account account =
        new ClientMaker.Account(
            url,
            client.agentKey(),
            client.limits() == null
                ? limits
                : FreightSpendAutoConfiguration.limits(prefix + "limits.", client.limits()),
            books,
            book,
            shared != null ? shared : positions.getIfAvailable());
    return maker.make(name, builder(url), account);
  }

  private FreightClientBuilder builder(String url) {
    if (stem == null) stem = maker.common().baseUrl(url).agentKey("stem").build();
    return stem.toBuilder();
  }

  @Override
  public void destroy() {
    if (stem != null) stem.close();
  }

  /** Registers a bean for each name. */
  static final class Registrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private @Nullable Environment environment;

    @Override
    public void setEnvironment(Environment environment) {
      this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(
        AnnotationMetadata importing, BeanDefinitionRegistry registry) {
      for (String name : SingleClient.names(Objects.requireNonNull(environment))) {
        if (registry.containsBeanDefinition(name)) {
          throw new StartFailure(
              "freight.clients." + name + ": there is a bean of that name already.",
              "Give the client another name.",
              null);
        }
        RootBeanDefinition client = new RootBeanDefinition(FreightClient.class);
        client.setFactoryBeanName("freightNamedClients");
        client.setFactoryMethodName("client");
        client.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        // ClientShutdown closes it, in the right phase.
        client.setDestroyMethodName("");
        registry.registerBeanDefinition(name, client);
      }
    }
  }
}
