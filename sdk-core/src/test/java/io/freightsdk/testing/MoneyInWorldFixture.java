package io.freightsdk.testing;

import io.freightsdk.FreightClientBuilder;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;

/** Money in a world in which nothing happens at the same time. */
public abstract class MoneyInWorldFixture extends MoneyFixture {
  protected final World world;

  protected MoneyInWorldFixture() {
    this(new World());
  }

  private MoneyInWorldFixture(World world) {
    super(WorldServer.in(world));
    this.world = world;
  }

  @Override
  @AfterEach
  protected void closeAll() {
    try (world) {
      super.closeAll();
    }
  }

  @Override
  protected Clock clock() {
    return world.clock();
  }

  @Override
  protected FreightClientBuilder builder() {
    return world.builder().agentKey(broker.agentKey());
  }
}
