package com.example;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.springai.SpringAiTools;
import java.util.List;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class Agent {
  @Bean
  ToolCallingManager toolCallingManager(@Qualifier("freightTools") List<AgentTool> tools) {
    return SpringAiTools.toolCallingManager(tools);
  }
}
