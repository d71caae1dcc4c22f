/** Why calls are refused. Knows nothing else. */
@NullMarked
package io.freightsdk.server.service.refusal;

import org.jspecify.annotations.NullMarked;
