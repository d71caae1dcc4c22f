/** Freight tools as tools of a LangChain4j AI service. */
@NullMarked
package io.freightsdk.agent.langchain4j;

import org.jspecify.annotations.NullMarked;
